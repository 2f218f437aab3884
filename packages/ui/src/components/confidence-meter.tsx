import { formatDecimal } from '../format/numbers.ts';
import { t } from '../i18n/texts.ts';
import { confidenceLevel } from './confidence-level.ts';

const ticks = [1, 2, 3, 4, 5] as const;

/** Five ticks in ink and the number; `words` adds the level. */
export function ConfidenceMeter({ value, words = false }: { value: number; words?: boolean }) {
  const level = t(confidenceLevel(value));
  const label = t('confidence', { level, value: formatDecimal(value, 2) });
  const on = value <= 0 ? 0 : Math.max(1, Math.round(value * 5));
  return (
    <span className="ns-conf" title={label}>
      <span className="ns-conf-ticks" aria-hidden>
        {ticks.map((tick) => (
          <i key={tick} data-on={tick <= on ? '' : undefined} />
        ))}
      </span>
      <span aria-hidden>{formatDecimal(value, 2)}</span>
      <span className="ns-sr">{label}</span>
      {words ? (
        <span className="ns-t2" aria-hidden>
          {label.split(',')[0]}
        </span>
      ) : null}
    </span>
  );
}
