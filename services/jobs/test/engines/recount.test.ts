import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { JobStore } from '../../src/store/job-store.port.ts';
import { act, createInstances, createJob, FIRST, type Instances } from './instances.ts';

const PHONES = 25_000;
const MORE = 3000;
/** Blocks of 500 that the job is made of; those that are cut off its last one come after. */
const BLOCKS = PHONES / 500;

let instances: Instances;
beforeEach(async () => {
  instances = await createInstances();
});
afterEach(() => instances.close());

const joinMore = async (store: JobStore, target: string): Promise<void> => {
  const upload = await store.beginUpload();
  const numbers = Float64Array.from({ length: MORE }, (_none, index) => FIRST + PHONES + index);
  await store.addPhones(upload, { numbers, notValid: null, texts: [] });
  await store.joinUpload(upload, target, { read: MORE, skippedLines: 0 }, act);
};

it('when a leader dies before it listed what it cut off, then the next one does so before it brings phones on', async () => {
  const former = await instances.open();
  const job = await createJob(former, PHONES, { hold: true });
  await joinMore(former, job.id);
  while (await former.joinNext(2));
  await joinMore(former, job.id);
  await former.close();
  const cutOff = Array.from({ length: MORE / 500 }, (_none, index) => [`blocks.${BLOCKS + index}`, ''] as const);
  const parts = instances.connection.collection<{ _id: string }>('parts');
  const { modifiedCount } = await parts.updateOne({ _id: `${job.key}:2` }, { $unset: Object.fromEntries(cutOff) });
  expect(modifiedCount).toBe(1);

  const next = await instances.open();
  while (await next.joinNext(3));
  expect(await next.find(job.id)).toMatchObject({ tally: [PHONES + MORE, 0, 0, 0, 0, 0], duplicates: MORE });
});
