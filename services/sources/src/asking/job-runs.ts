import { isDropped, type JobRun, laterRun } from '../domain/job-runs.ts';
import type { HeardJob } from '../store/source-store.port.ts';

/** What was heard of each job: which work is still wanted. */
export class JobRuns {
  readonly #known = new Map<string, JobRun>();

  hear({ id, run, status }: HeardJob): void {
    this.#known.set(id, laterRun(this.#known.get(id), { run, status }));
  }

  isDropped(id: string, run: number): boolean {
    return isDropped(this.#known.get(id), run);
  }
}
