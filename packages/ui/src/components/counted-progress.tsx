import type { JobCounts } from '@numscope/contracts';
import { IconAlertTriangle, IconCircleCheck, IconCircleMinus, IconPhoneOff } from '@tabler/icons-react';
import { formatCount, formatPercent, formatShort } from '../format/numbers.ts';
import { t } from '../i18n/texts.ts';

const parts = ['FOUND', 'NOT_FOUND', 'FAILED', 'SENT'] as const;

interface CountedProps {
  counts: JobCounts;
  /** The job's own progress, 0 to 100. */
  percent: number;
  large?: boolean;
}

/** A bar of what became of a job's valid phones, with the counts below. */
export function CountedProgress({ counts, percent, large = false }: CountedProps) {
  const valid = parts.reduce((sum, part) => sum + counts[part], counts.PENDING);
  const words = {
    percent: Math.floor(percent),
    found: formatCount(counts.FOUND),
    notFound: formatCount(counts.NOT_FOUND),
    failed: formatCount(counts.FAILED),
  };
  const asked = parts.some((part) => counts[part] > 0);
  const show = large ? formatCount : formatShort;
  return (
    <div>
      {valid === 0 ? null : (
        <progress className="ns-sr" value={Math.floor(percent)} max={100} aria-label={t('progress', words)} />
      )}
      <div className="ns-bar" data-size={large ? 'lg' : undefined} aria-hidden>
        {parts.map((part) =>
          counts[part] > 0 ? (
            <i key={part} data-part={part} style={{ width: `${(counts[part] / valid) * 100}%` }} />
          ) : null,
        )}
      </div>
      <div className="ns-counts">
        {valid === 0 ? null : <b>{formatPercent(percent)}</b>}
        {asked ? (
          <>
            <span data-part="FOUND" title={t('found')}>
              <IconCircleCheck size={12} stroke={2} aria-hidden />
              {show(counts.FOUND)}
            </span>
            <span title={t('notFound')}>
              <IconCircleMinus size={12} stroke={2} aria-hidden />
              {show(counts.NOT_FOUND)}
            </span>
            {counts.FAILED > 0 ? (
              <span data-part="FAILED" title={t('failed')}>
                <IconAlertTriangle size={12} stroke={2} aria-hidden />
                {show(counts.FAILED)}
              </span>
            ) : null}
          </>
        ) : (
          <Unasked counts={counts} />
        )}
      </div>
    </div>
  );
}

/** Nothing was asked: not yet, or because no number is valid. */
function Unasked({ counts }: { counts: JobCounts }) {
  if (counts.PENDING > 0 || counts.NOT_VALID === 0) return <span>{t('nothingAsked')}</span>;
  return (
    <span>
      <IconPhoneOff size={12} stroke={2} aria-hidden />
      {t('notValidCount', { count: counts.NOT_VALID })}
    </span>
  );
}

/** A plain bar of one value, for uploads, quotas and exports. */
export function Progress({ value, total, label }: { value: number; total: number; label: string }) {
  const percent = total > 0 ? Math.min(100, (value / total) * 100) : 0;
  return (
    <div className="ns-bar">
      <progress className="ns-sr" value={Math.floor(percent)} max={100} aria-label={label} />
      {percent > 0 ? <i data-part="accent" style={{ width: `${percent}%` }} /> : null}
    </div>
  );
}
