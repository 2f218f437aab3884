import type { Connection } from '@numscope/adapters/mongo';
import type { MergeStore } from '../profile-store.port.ts';

interface MergeDocument {
  /** The job that was merged. */
  _id: string;
  targetId: string;
  /** As a text, as searches name it. */
  targetNumber: string;
}

/** Which job was merged into which. */
export function mergedJobs(connection: Connection): MergeStore {
  const merges = connection.collection<MergeDocument>('merged_jobs');
  /** Level by level; no job twice, so that it ends also if two were ever merged into each other. */
  const sourcesOf = async (job: string): Promise<string[]> => {
    const found = new Set<string>();
    let level = await merges.distinct('_id', { $or: [{ targetId: job }, { targetNumber: job }] });
    while (level.length > 0) {
      const fresh = level.filter((id) => !found.has(id));
      for (const id of fresh) found.add(id);
      level = fresh.length > 0 ? await merges.distinct('_id', { targetId: { $in: fresh } }) : [];
    }
    return [...found];
  };
  return {
    async noteMerge(source, target) {
      const merged = { targetId: target.id, targetNumber: String(target.number) };
      await merges.updateOne({ _id: source.id }, { $set: merged }, { upsert: true });
    },
    jobsMergedInto: async (jobs) =>
      Object.fromEntries(await Promise.all(jobs.map(async (job) => [job, await sourcesOf(job)] as const))),
  };
}
