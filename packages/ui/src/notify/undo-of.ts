import type { Job, JobAction } from '@numscope/contracts';

/** What takes an action back so that the job is as it was; null where nothing does. `job` is as it was before. */
export function undoOf(
  action: JobAction | 'RETRY',
  { status, nextPassAt }: Pick<Job, 'status' | 'nextPassAt'>,
): 'PLAY' | 'PAUSE' | null {
  if (action === 'PLAY' && status === 'PAUSED') return 'PAUSE';
  // Playing one that waited for its start, or for the time of its next pass, would begin that at once.
  const goesOn = status === 'IN_PROGRESS' || (status === 'SCHEDULED' && nextPassAt === null);
  return action === 'PAUSE' && goesOn ? 'PLAY' : null;
}
