import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type Connection, openMongo } from '@numscope/adapters/mongo';
import type { JobStore } from '../../src/store/job-store.port.ts';
import { openJobsMongoStore } from '../../src/store/mongo/index.ts';
import { act, createInstances, createJob, FIRST, type Instances } from './instances.ts';
import { withMethodsOfPhones } from './replaced-methods.ts';

const PHONE = `+${FIRST + 1}`;

let instances: Instances;
let leader: JobStore;
let other: JobStore;
/** Done once, between a read of phones and the next that are added. */
let meanwhile: (() => Promise<unknown>) | null;

const watched = (connection: Connection): Connection =>
  withMethodsOfPhones(connection, (name, own) => {
    if (name !== 'insertMany') return own;
    return async (...given) => {
      const work = meanwhile;
      meanwhile = null;
      await work?.();
      return own(...given);
    };
  });

beforeEach(async () => {
  meanwhile = null;
  instances = await createInstances();
  const connection = await openMongo({ url: instances.url, service: 'jobs', log: instances.kit.log });
  leader = await openJobsMongoStore(watched(connection), { log: instances.kit.log });
  instances.defer(() => leader.close());
  await leader.ensureMainJob(act);
  other = await instances.open();
});
afterEach(() => instances.close());

it('leaves nothing of a number that is erased while it joins another job', async () => {
  const [source, target] = [await createJob(leader, 3, { hold: true }), await createJob(leader, 0, { hold: true })];
  await leader.merge([source.number], target.number, false, act);
  meanwhile = () => other.erase(PHONE, 2);
  while (await leader.joinNext(3));
  expect(meanwhile).toBeNull();
  expect(await other.jobsOfPhone(PHONE)).toEqual([]);
  expect(await leader.find(target.id)).toMatchObject({ tally: [2, 0, 0, 0, 0, 0, 0] });
});

it('leaves nothing of a number that is erased while the next pass begins', async () => {
  const job = await createJob(leader, 3, { iteration: 2 });
  await leader.promote(2, 8);
  await leader.change(job.id, 'STOP', false, act);
  await instances.connection
    .collection('jobs')
    .updateOne({ number: job.number }, { $set: { pass: 2, status: 'IN_PROGRESS' } });
  meanwhile = () => other.erase(PHONE, 2);
  expect(await leader.dispatch([{ key: job.key, phones: 3 }])).toBe(2);
  expect(meanwhile).toBeNull();
  expect(await other.jobsOfPhone(PHONE)).toEqual([]);
});

const tallyOf = async (store: JobStore, ref: string) => (await store.find(ref))?.tally.slice(0, 1);
const numbers = Float64Array.from({ length: 3 }, (_none, index) => FIRST + index);
const held = { name: 'A job', type: 'REGULAR', iteration: 1, schedule: null, purpose: null, hold: true } as const;

it('counts a job without a number that is erased while it is uploaded', async () => {
  const upload = await leader.beginUpload();
  await leader.addPhones(upload, { numbers, notValid: null, texts: [] });
  expect(await other.erase(`+${FIRST}`, 2)).toBe(1);
  const job = await leader.commitUpload(upload, held, { read: 3, skippedLines: 0 }, act);
  expect(job).toMatchObject({ duplicates: 0, tally: [2, 0, 0, 0, 0, 0, 0] });
  expect(await tallyOf(other, job.id)).toEqual([2]);
  const kept = await instances.connection.collection('jobs').findOne({ number: job.number });
  expect(JSON.stringify(kept)).not.toContain(String(FIRST));
});

it('counts a job without a number that was erased where its process died before it heard of that', async () => {
  const job = await createJob(other, 3, { hold: true });
  const uploads = instances.connection.collection<{ _id: number; state: string; until: number; erased: boolean }>(
    'uploads',
  );
  await uploads.insertOne({ _id: job.key, state: 'UPLOADING', until: 0, erased: true });
  const { deletedCount } = await instances.connection
    .collection<{ _id: string }>('phones')
    .deleteOne({ _id: new RegExp(`^${job.key}:.*${PHONE.slice(1)}$`) as never });
  expect(deletedCount).toBe(1);
  expect(await tallyOf(leader, job.id)).toEqual([3]);
  while ((await uploads.countDocuments()) > 0) for (const store of [leader, other]) await store.dropNext();
  expect(await tallyOf(leader, job.id)).toEqual([2]);
});
