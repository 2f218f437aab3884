import { formatMoment, formatPrecise, formatUtc } from '../format/times.ts';
import { t } from '../i18n/texts.ts';

/** A moment in local time; hover shows UTC. */
export function Moment({ at, precise = false }: { at: number | null; precise?: boolean }) {
  if (at === null) return <span className="ns-t3">{t('nothing')}</span>;
  return (
    <time dateTime={new Date(at).toISOString()} title={formatUtc(at)}>
      {precise ? formatPrecise(at) : formatMoment(at)}
    </time>
  );
}
