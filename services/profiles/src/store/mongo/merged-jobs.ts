import type { Connection } from '@numscope/adapters/mongo';
import mongoose, { type Model } from 'mongoose';
import type { JobRef } from '../../domain/observation.ts';

interface MergeDocument {
  /** The job that was merged. */
  _id: string;
  targetId: string;
  /** As a text, as searches name it. */
  targetNumber: string;
}

const schema = new mongoose.Schema<MergeDocument>(
  { _id: String, targetId: String, targetNumber: String },
  { collection: 'merged_jobs', versionKey: false, id: false },
);
schema.index({ targetId: 1 }, { name: 'target_id' });
schema.index({ targetNumber: 1 }, { name: 'target_number' });

/** Which job was merged into which. */
export class MergedJobs {
  readonly #model: Model<MergeDocument>;

  constructor(connection: Connection) {
    this.#model = connection.model<MergeDocument>('MergedJob', schema);
  }

  async declareIndexes(): Promise<void> {
    await this.#model.createIndexes();
  }

  readonly noteMerge = async (source: JobRef, target: JobRef): Promise<void> => {
    await this.#model.updateOne(
      { _id: source.id },
      { $set: { targetId: target.id, targetNumber: String(target.number) } },
      { upsert: true },
    );
  };

  readonly jobsMergedInto = async (jobs: readonly string[]): Promise<Record<string, string[]>> =>
    Object.fromEntries(await Promise.all(jobs.map(async (job) => [job, await this.#sourcesOf(job)] as const)));

  /** Level by level; no job twice, so that it ends also if two were ever merged into each other. */
  async #sourcesOf(job: string): Promise<string[]> {
    const found = new Set<string>();
    let level = await this.#model.find({ $or: [{ targetId: job }, { targetNumber: job }] }, { _id: 1 }).lean();
    while (level.length > 0) {
      const fresh = level.map(({ _id }) => _id).filter((id) => !found.has(id));
      for (const id of fresh) found.add(id);
      level = fresh.length > 0 ? await this.#model.find({ targetId: { $in: fresh } }, { _id: 1 }).lean() : [];
    }
    return [...found];
  }
}
