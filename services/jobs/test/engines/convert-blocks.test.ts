import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { phoneStatuses } from '@numscope/contracts';
import type { JobStore } from '../../src/store/job-store.port.ts';
import { code } from '../../src/domain/phone-status.ts';
import { openJobsMongoStore } from '../../src/store/mongo/index.ts';
import { ANSWERED } from '../../src/store/mongo/documents.ts';
import { openMongo } from '@numscope/adapters/mongo';
import { createInstances, createJob, FIRST, type Instances } from './instances.ts';

const RESOLVED = 1;

let instances: Instances;
beforeEach(async () => {
  instances = await createInstances();
});
afterEach(() => instances.close());

interface Old {
  _id: string | number;
}

const put = (name: string, document: Old & Record<string, unknown>): Promise<unknown> =>
  instances.connection.collection<Old>(name).replaceOne({ _id: document._id }, document, { upsert: true });

/** Numbers from `from` on as a block of before. */
function block(
  from: number,
  status: readonly number[],
  given: { flags?: number[]; sources?: string[]; texts?: string[]; next?: object } = {},
) {
  const { flags = status.map(() => 0), sources = [], texts = [], next = null } = given;
  const numbers = Float64Array.from({ length: status.length - texts.length }, (_none, index) => FIRST + from + index);
  const [bytes, states, marks] = [Buffer.from(numbers.buffer), Buffer.from(status), Buffer.from(flags)];
  return {
    revision: 1,
    run: 1,
    numbers: bytes,
    texts,
    status: states,
    flags: marks,
    sources: sources.join('\n'),
    check: 0,
    next,
  };
}

const reopen = async (): Promise<JobStore> => {
  const store = await openJobsMongoStore(
    await openMongo({ url: instances.url, service: 'jobs', log: instances.kit.log }),
    {
      log: instances.kit.log,
    },
  );
  instances.defer(() => store.close());
  return store;
};

/** Makes of a job without phones one as it was kept before. */
const age = (key: number, given: Record<string, unknown>): Promise<unknown> =>
  instances.connection
    .collection<Old & { key: number }>('jobs')
    .updateOne({ key }, { $set: { shape: 0, nextPart: 9, nextBlock: 9, ...given }, $unset: { counted: '' } });

it('gives the phones of blocks documents of their own, and a second time changes nothing', async () => {
  const before = await instances.open();
  const job = await createJob(before, 0, { name: 'Old', hold: true });
  const target = await createJob(before, 0, { name: 'Target', hold: true });
  await before.close();
  const head = (part: number, first: number | string) => ({ part, first, number: null, id: null });
  await age(job.key, { status: 'PAUSED', pass: 2, run: 1, parts: [head(0, FIRST), head(1, FIRST + 4)] });
  await put('parts', { _id: `${job.key}:0`, pass: 2, blocks: { 0: {} } });
  await put('parts', { _id: `${job.key}:1`, pass: 1, blocks: { 2: {} } });
  const answers = JSON.stringify([['A', 0, 1, 0]]);
  await put('blocks', { _id: `${job.key}:1:0`, ...block(0, [code.FOUND, code.FAILED]) });
  const next = { block: 1, first: FIRST + 2 };
  await put('blocks', {
    _id: `${job.key}:2:0`,
    ...block(0, [code.FOUND, code.SENT], { sources: [answers, ''], next }),
  });
  // Cut off and not listed yet.
  await put('blocks', { _id: `${job.key}:2:1`, ...block(2, [code.SENT, code.PENDING], { flags: [RESOLVED, 0] }) });
  await put('blocks', { _id: `${job.key}:1:2`, ...block(4, [code.NOT_FOUND, code.NOT_VALID], { texts: ['#x'] }) });
  const joining = {
    id: 'j',
    source: job.key,
    afresh: true,
    duplicates: 0,
    skipped: 2,
    merge: null,
    done: 0,
    rows: 3,
    before: 0,
  };
  await age(target.key, { joins: [joining] });
  await age(1, { pass: 3, parts: [head(2, -1), head(3, -1)] });
  await put('parts', { _id: '1:2', pass: 2, blocks: { 0: {} } });
  await put('parts', { _id: '1:3', pass: 3, blocks: { 0: {} } });
  await put('blocks', { _id: '1:2:0', ...block(0, [code.FOUND]) });
  await put('blocks', { _id: '1:3:0', ...block(1, [code.PENDING]) });

  const store = await reopen();
  expect(await store.find(job.id)).toMatchObject({ status: 'PAUSED', tally: [3, 1, 1, 0, 0, 1, 0] });
  const page = await store.phones(job.id, { statuses: phoneStatuses, offset: 0, limit: 10 });
  expect(page?.phones.map(({ status, sources }) => [status, sources.length])).toEqual([
    ['FOUND', 1],
    ['PENDING', 0],
    ['SENT', 0],
    ['PENDING', 0],
    ['PENDING', 0],
    ['NOT_VALID', 0],
  ]);
  const phones = instances.connection.collection('phones');
  expect(await phones.countDocuments({ job: job.key, pass: 1 })).toBe(4);
  expect(await phones.countDocuments({ job: job.key, run: ANSWERED })).toBe(1);
  expect((await store.mainJob()).tally).toEqual([1, 0, 1, 0, 0, 0, 0]);
  while (await store.joinNext(5));
  expect(await store.find(target.id)).toMatchObject({ tally: [5, 0, 0, 0, 0, 1, 0], duplicates: 0, skippedLines: 2 });
  const left = (await instances.connection.listCollections()).map(({ name }) => name);
  expect(left.filter((name) => ['blocks', 'parts', 'places'].includes(name))).toEqual([]);
  await reopen();
  expect((await store.find(job.id))?.tally).toEqual([3, 1, 1, 0, 0, 1, 0]);
});
