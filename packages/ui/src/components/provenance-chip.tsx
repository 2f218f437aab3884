import type { ProvenanceEntry } from '@numscope/contracts';
import { IconHistory } from '@tabler/icons-react';
import { formatAge, formatUtc } from '../format/times.ts';
import { t } from '../i18n/texts.ts';
import { Tooltip } from './tooltip.tsx';

const raw = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Who says so and when it was so, or when it was asked where nobody tells; `+4` for further sources that agree. Without entries nobody says. */
export function ProvenanceChip({ entries, account }: { entries: readonly ProvenanceEntry[]; account?: string }) {
  const [first, ...others] = entries;
  if (first === undefined) return <span className="ns-sm ns-t3">{t('nobodySays')}</span>;
  const lines = [
    `${first.source}${account === undefined ? '' : `, ${account}`}`,
    formatUtc(first.at) + (first.cached ? `, ${t('cached')}` : ''),
    raw(first.value),
  ];
  if (typeof first.observedAt === 'number') lines.splice(1, 0, t('soOn', { time: formatUtc(first.observedAt) }));
  if (others.length > 0) lines.push(t('furtherSources', { count: others.length }));
  return (
    <Tooltip label={lines.join('\n')}>
      <button type="button" className="ns-prov">
        {first.cached ? <IconHistory size={12} stroke={2} aria-label={t('cached')} /> : null}
        <b>{first.source}</b>
        <em>
          {formatAge(first.observedAt ?? first.at)}
          {others.length > 0 ? ` +${others.length}` : ''}
        </em>
      </button>
    </Tooltip>
  );
}
