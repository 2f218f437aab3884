import { isDropped, type JobRun, laterRun } from '../domain/job-runs.ts';
import type { HeardJob } from '../store/source-store.port.ts';

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
