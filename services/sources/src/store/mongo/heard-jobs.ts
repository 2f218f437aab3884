import type { Collection, Connection } from '@numscope/adapters/mongo';
import { givesWayUpTo, type HeardJob, type JobRun, laterRun } from '../../domain/job-runs.ts';
import { upsertLater } from './later.ts';

interface JobDocument extends JobRun {
  _id: string;
}

const heardJob = ({ _id, run, status }: JobDocument): HeardJob => ({ id: _id, run, status });

/** What was last heard of each job; never set back to a former run, whichever instance hears what when. */
export class HeardJobs {
  readonly #documents: Collection<JobDocument>;

  constructor(connection: Connection) {
    this.#documents = connection.collection<JobDocument>('jobs');
  }

  async all(): Promise<HeardJob[]> {
    return (await this.#documents.find().toArray()).map(heardJob);
  }

  async of(ids: readonly string[]): Promise<HeardJob[]> {
    return (await this.#documents.find({ _id: { $in: [...ids] } }).toArray()).map(heardJob);
  }

  async note(jobs: readonly HeardJob[]): Promise<void> {
    const latest = new Map<string, HeardJob>();
    for (const { id, run, status } of jobs) latest.set(id, { id, ...laterRun(latest.get(id), { run, status }) });
    for (const { id, run, status } of latest.values())
      await upsertLater(
        this.#documents,
        { _id: id, run: { $lte: givesWayUpTo({ run, status }) } },
        { $set: { run, status } },
      );
  }

  /** Notes that a run goes on, where nothing more was heard of it yet. */
  atLeast(id: string, run: number): Promise<void> {
    return this.note([{ id, run, status: 'IN_PROGRESS' }]);
  }
}
