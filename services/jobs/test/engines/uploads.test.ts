import { describe, expect, it } from '@jest/globals';
import { aroundEach } from '@numscope/testing/around';
import type { JobStore } from '../../src/store/job-store.port.ts';
import { act, createJob, draft, FIRST, type Instances, openPair } from './instances.ts';

let instances: Instances;
let leader: JobStore;
let other: JobStore;
aroundEach(openPair, (pair) => ({ instances, leader, other } = pair));

const uploads = () => instances.connection.collection<{ _id: number; state: string; until: number }>('uploads');
const phones = (): Promise<number> => instances.connection.collection('phones').countDocuments();

/** Removes all there is to be removed, whoever leads. */
const removeAll = async (): Promise<void> => {
  while ((await uploads().countDocuments()) > 0) for (const store of [leader, other]) await store.dropNext();
};

const rows = (count: number) => ({
  numbers: Float64Array.from({ length: count }, (_none, index) => FIRST + index),
  notValid: null,
  texts: [],
});
const counts = { read: 600, skippedLines: 0 };

describe('an upload', () => {
  it('whose process seems dead is removed, and cannot become a job when that process wakes up after all', async () => {
    const upload = await other.beginUpload();
    await other.addPhones(upload, rows(600));
    expect(await phones()).toBe(600);
    await uploads().updateOne({ _id: upload }, { $set: { until: 0 } });
    await removeAll();
    expect(await phones()).toBe(0);
    await expect(other.commitUpload(upload, draft, counts, act)).rejects.toThrow('given up');
    await expect(other.addPhones(upload, rows(600))).rejects.toThrow('given up');
    expect((await leader.list({ offset: 0, limit: 10 })).total).toBe(0);
  });

  it('whose process died right after the job was made stays the job', async () => {
    const job = await createJob(other, 600);
    await uploads().insertOne({ _id: job.key, state: 'UPLOADING', until: 0 });
    await removeAll();
    expect((await leader.find(job.id))?.tally).toEqual([600, 0, 0, 0, 0, 0, 0]);
    expect(await phones()).toBe(600);
  });

  it('that was refused leaves nothing, not even a job whose making was not heard of', async () => {
    const refused = await other.beginUpload();
    await other.addPhones(refused, rows(600));
    await other.dropUpload(refused);
    const job = await createJob(other, 600);
    await uploads().insertOne({ _id: job.key, state: 'REFUSED', until: 0 });
    await removeAll();
    expect(await leader.find(job.id)).toBeNull();
    expect(await phones()).toBe(0);
  });

  it('that asks to join a job and dies before is removed', async () => {
    const upload = await other.beginUpload();
    await other.addPhones(upload, rows(600));
    await uploads().updateOne({ _id: upload }, { $set: { state: 'JOINING', until: 0 } });
    await removeAll();
    expect(await phones()).toBe(0);
  });
});
