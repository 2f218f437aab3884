import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
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
/** Done once, at the next read of phones. */
let onRead: (() => void) | null;
/** How many removals of phones are still carried out before one fails. */
let removals: number;

const watched = (connection: Connection): Connection =>
  withMethodsOfPhones(connection, (name, own) => {
    if (name === 'deleteMany')
      return async (...given) => {
        if (removals-- === 0) throw new Error('MongoDB is away');
        return own(...given);
      };
    if (name === 'find')
      return (...given) => {
        onRead?.();
        onRead = null;
        return own(...given);
      };
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
  onRead = null;
  removals = Infinity;
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

it('takes nothing from a job by a step that goes on after others have brought all of an upload and removed it', async () => {
  const target = await createJob(leader, 0, { hold: true });
  const upload = await leader.beginUpload();
  await leader.addPhones(upload, { numbers, notValid: null, texts: [] });
  await leader.joinUpload(upload, target.id, { read: 3, skippedLines: 0 }, act);
  meanwhile = async () => {
    while (await leader.joinNext(3));
    while (await leader.dropNext());
  };
  while (await leader.joinNext(3));
  expect(meanwhile).toBeNull();
  expect(await leader.find(target.id)).toMatchObject({ tally: [3, 0, 0, 0, 0, 0, 0] });
  expect(await instances.connection.collection('phones').countDocuments()).toBe(3);
});

it('leaves a step to others when it does not lead any more once it has read the phones', async () => {
  const [source, target] = [await createJob(leader, 3, { hold: true }), await createJob(leader, 0, { hold: true })];
  await leader.merge([source.number], target.number, false, act);
  const phones = instances.connection.collection('phones');
  // Its mark of how many there were, before the step that reads them.
  await leader.joinNext(3);
  const later = Date.now() + 3_600_000;
  const clock = jest.spyOn(Date, 'now');
  onRead = () => void clock.mockReturnValue(later);
  await leader.joinNext(3);
  clock.mockRestore();
  expect([onRead, await phones.countDocuments()]).toEqual([null, 3]);
  while (await leader.joinNext(3));
  expect(await leader.find(target.id)).toMatchObject({ tally: [3, 0, 0, 0, 0, 0, 0] });
});

it('leaves nothing of a number that is erased while it joins another job, also where it does not lead any more then', async () => {
  // One of the three is there already, so that there is more to do once the others are put there.
  const [source, target] = [await createJob(leader, 3, { hold: true }), await createJob(leader, 1, { hold: true })];
  await leader.merge([source.number], target.number, false, act);
  await leader.joinNext(3);
  const later = Date.now() + 3_600_000;
  const clock = jest.spyOn(Date, 'now');
  meanwhile = async () => {
    await other.erase(PHONE, 2);
    clock.mockReturnValue(later);
  };
  await leader.joinNext(3);
  clock.mockRestore();
  expect(meanwhile).toBeNull();
  expect(await other.jobsOfPhone(PHONE)).toEqual([]);
  while (await leader.joinNext(3));
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

it.each([
  [1, 'IN_PROGRESS'],
  [2, 'IN_PROGRESS'],
  [3, 'IN_PROGRESS'],
  [1, 'DELETED'],
] as const)(
  'leaves nothing of a number in a job of many passes where its erasing broke off after %i removals and is asked for again, with the job %s',
  async (carriedOut, status) => {
    const PASSES = 600;
    const job = await createJob(leader, 3, { iteration: PASSES + 1 });
    await leader.promote(2, 8);
    const phones = instances.connection.collection<{ _id: string; job: number; pass: number }>('phones');
    const first = await phones.find({ job: job.key }).toArray();
    await phones.insertMany(
      Array.from({ length: PASSES - 1 }, (_none, index) => index + 2).flatMap((pass) =>
        first.map((each) => ({ ...each, _id: each._id.replace(':1:', `:${pass}:`), pass })),
      ),
    );
    await instances.connection
      .collection('jobs')
      .updateOne({ number: job.number }, { $set: { pass: PASSES, 'parts.0.pass': PASSES, status } });
    const left = () => phones.countDocuments({ _id: new RegExp(`^${job.key}:.*${PHONE.slice(1)}$`) as never });
    expect(await left()).toBe(PASSES);
    removals = carriedOut;
    await expect(leader.erase(PHONE, 3)).rejects.toThrow('MongoDB is away');
    expect(await left()).toBeGreaterThan(0);
    // What is deleted goes by itself, in any order.
    if (status === 'DELETED') await phones.deleteMany({ job: job.key, pass: { $gt: PASSES - 300 } });
    removals = Infinity;
    await other.erase(PHONE, 4);
    expect(await left()).toBe(0);
  },
);
