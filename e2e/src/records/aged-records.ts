import { withDatabase } from '../product/distributed-engines.ts';

interface Observations {
  _id: string;
  oldest: number;
  observations: Array<Record<string, unknown> & { at: number }>;
}

interface Profiles {
  _id: string;
  oldest?: number;
  observations?: string;
}

/**
 * Makes all that a distributed installation keeps of finished jobs, answers and profiles older, behind its back: its engines take the time of day for granted,
 * so that its clock cannot be another.
 */
export async function ageRecords(dataDir: string, byMs: number): Promise<void> {
  await withDatabase(dataDir, 'jobs', async (db) => {
    await db.collection('jobs').updateMany({ status: 'DONE' }, { $inc: { finished_on: -byMs } });
  });
  await withDatabase(dataDir, 'sources', async (db) => {
    const documents = db.collection<Observations>('observations');
    for (const { _id, oldest, observations } of await documents.find({}).toArray()) {
      const aged = observations.map((one) => ({ ...one, at: one.at - byMs }));
      await documents.updateOne({ _id }, { $set: { oldest: oldest - byMs, observations: aged } });
    }
  });
  await withDatabase(dataDir, 'profiles', async (db) => {
    const documents = db.collection<Profiles>('profiles');
    for (const { _id, oldest = 0, observations = '[]' } of await documents.find({ oldest: { $gt: 0 } }).toArray()) {
      const all = JSON.parse(observations) as Array<{ at: number }>;
      const aged = JSON.stringify(all.map((one) => ({ ...one, at: one.at - byMs })));
      await documents.updateOne({ _id }, { $set: { oldest: oldest - byMs, observations: aged } });
    }
  });
}

/** Dates the retention back, as if it had been set so much earlier. */
export const ageRetention = (dataDir: string, byMs: number): Promise<void> =>
  withDatabase(dataDir, 'profiles', async (db) => {
    await db.collection('retention').updateMany({}, { $inc: { at: -byMs } });
  });
