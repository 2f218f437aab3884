import { isoTime } from '@numscope/contracts';
import { formatMoment, formatMomentAlone, formatPrecise, formatUtc } from '../format/times.ts';
import { t } from '../i18n/texts.ts';

interface MomentProps {
  at: number | null;
  /** Said when it has not come yet. */
  none?: string;
  precise?: boolean;
  /** Amid a sentence, where 'today' has no capital. */
  within?: boolean;
  className?: string;
}

/** A moment in local time; hover shows UTC. */
export function Moment({ at, none = t('nothing'), precise = false, within = false, className }: MomentProps) {
  if (at === null) return <span className="ns-t3">{none}</span>;
  return (
    <time dateTime={isoTime(at)} title={formatUtc(at)} className={className}>
      {precise ? formatPrecise(at) : within ? formatMoment(at) : formatMomentAlone(at)}
    </time>
  );
}
