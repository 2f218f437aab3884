import type { JobProgress, Standstill } from '@numscope/contracts';
import { formatClock } from '@numscope/ui';
import { texts } from '../texts/opened.ts';
import { shortDuration, shortMoment } from './short-times.ts';

/** Shorter ones are told to the second. */
const SHORT_MS = 120_000;

export type Stretch = JobProgress['stretches'][number];

const words: Readonly<
  Record<Exclude<Standstill, 'QUOTA' | 'OUTAGE'>, 'standPaused' | 'standStopped' | 'standQueued' | 'standDown'>
> = {
  PAUSED: 'standPaused',
  STOPPED: 'standStopped',
  QUEUED: 'standQueued',
  DOWN: 'standDown',
};

/** Why a job stood still, in words. */
export function standWord({ kind, sources }: Pick<Stretch, 'kind' | 'sources'>): string {
  const named = sources.join(', ');
  if (kind === 'OUTAGE') return texts('standOutage', { source: named });
  if (kind === 'QUOTA') return named === '' ? texts('standQuotaOfSome') : texts('standQuota', { sources: named });
  return texts(words[kind]);
}

/** When it did, and for how long: `until` is the moment that is known of what still goes on. */
export function standTime({ from, to }: Stretch, until: number): string {
  const lasted = (to ?? until) - from;
  const moment = (at: number): string => (lasted < SHORT_MS ? formatClock(at) : shortMoment(at, until));
  const values = { from: moment(from), time: shortDuration(lasted) };
  return to === null ? texts('standSince', values) : texts('standFromTo', { ...values, to: moment(to) });
}

/** Both in one line. */
export const standTitle = (stretch: Stretch, until: number): string =>
  [standWord(stretch), standTime(stretch, until)].join(', ');
