import type { JobProgress, Standstill } from '@numscope/contracts';
import { formatDuration } from '@numscope/ui';
import { texts } from '../texts/texts.ts';
import { shortMoment } from './short-times.ts';

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
  const values = { from: shortMoment(from, until), time: formatDuration((to ?? until) - from) };
  return to === null ? texts('standSince', values) : texts('standFromTo', { ...values, to: shortMoment(to, until) });
}

/** Both in one line. */
export const standTitle = (stretch: Stretch, until: number): string =>
  [standWord(stretch), standTime(stretch, until)].join(', ');
