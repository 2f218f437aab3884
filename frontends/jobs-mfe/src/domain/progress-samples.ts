import type { Job } from '@numscope/contracts';

/** What was answered of a job's pass at one moment (milliseconds). */
export interface ProgressSample {
  at: number;
  found: number;
  answered: number;
}

/** Kept for each job and pass; beyond this every second one goes, so that a long run keeps its whole curve. */
const MOST = 240;
/** Jobs whose curve is kept. */
const JOBS = 60;

const curves = new Map<string, ProgressSample[]>();
const listeners = new Set<() => void>();
const none: readonly ProgressSample[] = [];
const keyOf = (job: Pick<Job, 'id' | 'pass'>): string => `${job.id} ${job.pass}`;

/** Halves a curve that grew too long; its first and last points stay. */
export function thin(samples: readonly ProgressSample[], most: number): ProgressSample[] {
  return samples.length <= most ? [...samples] : samples.filter((_, i) => i % 2 === 0 || i === samples.length - 1);
}

/** The next state of a curve: the same counts only move its end on, fewer counts (a new run) begin it anew. */
export function withSample(samples: readonly ProgressSample[], next: ProgressSample): ProgressSample[] {
  const last = samples.at(-1);
  if (last === undefined) return [next];
  if (next.at <= last.at) return [...samples];
  if (next.answered < last.answered) return [next];
  const before = samples.at(-2);
  const flat = next.answered === last.answered && before?.answered === last.answered;
  return thin([...(flat ? samples.slice(0, -1) : samples), next], MOST);
}

/**
 * Remembers what a message said of a job at a moment. A job that began in this pass starts its curve at its beginning;
 * one that is over ends it when it ended, whenever this page came to see it.
 */
export function noteProgress(job: Job, seen: number): void {
  const at = job.finishedOn === null ? seen : Math.min(seen, job.finishedOn);
  const key = keyOf(job);
  const answered = job.counts.FOUND + job.counts.NOT_FOUND + job.counts.FAILED;
  const begun =
    curves.get(key) ??
    (job.startedOn !== null && job.pass <= 1 && job.startedOn < at
      ? [{ at: job.startedOn, found: 0, answered: 0 }]
      : []);
  curves.delete(key);
  curves.set(key, withSample(begun, { at, found: job.counts.FOUND, answered }));
  const oldest = curves.keys().next().value;
  if (curves.size > JOBS && oldest !== undefined) curves.delete(oldest);
  for (const listener of listeners) listener();
}

/** What this page has seen of a job's pass, oldest first. */
export const progressOf = (job: Pick<Job, 'id' | 'pass'>): readonly ProgressSample[] => curves.get(keyOf(job)) ?? none;

export function onProgress(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
