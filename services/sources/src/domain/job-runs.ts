import type { JobStatus } from '@numscope/contracts';

/** What was last heard of a job. */
export interface JobRun {
  run: number;
  status: JobStatus;
}

/** Of one job. */
export interface HeardJob extends JobRun {
  id: string;
}

const stopped: ReadonlySet<JobStatus> = new Set(['PAUSED', 'DONE', 'CANCELED', 'DELETED', 'MERGED']);

/**
 * Whether work handed out in `run` is no longer wanted: the job was played again since, or it stopped in that very run.
 * A job not heard of, or heard of only from before, wants it: its news may come after its work.
 */
export const isDropped = (known: JobRun | undefined, run: number): boolean =>
  known !== undefined && (known.run > run || (known.run === run && stopped.has(known.status)));

/**
 * The last run of which what was known gives way to this. A run begins with `IN_PROGRESS` and never comes back to it: who
 * tells of that once more, late, must not undo a stop.
 */
export const givesWayUpTo = ({ run, status }: JobRun): number => (status === 'IN_PROGRESS' ? run - 1 : run);

/** The later of what was known and what is heard: the greater run; within a run the later message, but its beginning. */
export const laterRun = (known: JobRun | undefined, heard: JobRun): JobRun =>
  known !== undefined && known.run > givesWayUpTo(heard) ? known : heard;

/** What was heard of each job: which work is still wanted. */
export class JobRuns {
  readonly #known = new Map<string, JobRun>();

  /** Whether it is news. */
  hear({ id, run, status }: HeardJob): boolean {
    const known = this.#known.get(id);
    const later = laterRun(known, { run, status });
    this.#known.set(id, later);
    return later.run !== known?.run || later.status !== known.status;
  }

  isDropped(id: string, run: number): boolean {
    return isDropped(this.#known.get(id), run);
  }
}
