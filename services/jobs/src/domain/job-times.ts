import type { JobState } from './job-state.ts';

/** When a job got its present status; of one that never had another when it was made. */
export const changedOn = ({ turns, created_on }: Pick<JobState, 'turns' | 'created_on'>): number =>
  turns?.at(-1)?.at ?? created_on;

/**
 * How long a job was in progress over all, in milliseconds: not while it was paused, stopped, or waited for a slot or its next pass. Null while it is in
 * progress, and where it began before the turns that are kept.
 */
export function workedMs({ turns = [], started_on }: Pick<JobState, 'turns' | 'started_on'>): number | null {
  const [first, last] = [turns[0], turns.at(-1)];
  if (first === undefined || started_on === null || first.at > started_on || last?.to === 'IN_PROGRESS') return null;
  return turns.reduce((sum, { at, to }, i) => sum + (to === 'IN_PROGRESS' ? (turns[i + 1]?.at ?? at) - at : 0), 0);
}
