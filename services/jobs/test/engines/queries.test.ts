import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openMongo } from '@numscope/adapters/mongo';
import { type PhoneStatus, phoneStatuses } from '@numscope/contracts';
import { phoneResolvedEvent } from '@numscope/testing';
import { indexes } from '../../src/store/mongo/documents.ts';
import { openJobsMongoStore } from '../../src/store/mongo/index.ts';
import { act, createInstances, createJob, FIRST, type Instances, takeEvents } from './instances.ts';
import { watchQueries } from './watch-queries.ts';

/** What is asked of phones, and the index that answers it. Another query needs a line here, and an index that serves it on a real server. */
const phoneQueries: Readonly<Record<string, '_id' | 'state' | 'again'>> = {
  'phones: _id in': '_id',
  'phones: _id in, status in, run range': '_id',
  'phones: _id in, pass, status, flags': '_id',
  'phones: _id, pass, status, run, flags, sources': '_id',
  'phones: _id': '_id',
  'phones: _id range': '_id',
  'phones: _id range by _id': '_id',
  'phones: _id range, status in by _id': '_id',
  'phones: _id range, status $ne by _id': '_id',
  'phones: _id range, or by _id': '_id',
  'phones: _id range, status in, run range by _id': '_id',
  'phones: _id range, status in, run range, flags range by _id': '_id',
  'phones: job, status, run, _id range': 'state',
  'phones: job, status, run in, _id range': 'state',
  'phones: job, status, run range, _id range': 'state',
  'phones: job, status, run, _id range by _id': 'state',
  'phones: job, status, run range, _id range by _id': 'state',
  'phones: job, status, run, _id range, flags': 'state',
  'phones: job, status, run, _id range, flags range': 'again',
  'phones: job, status, run range, _id range, flags range': 'again',
  'phones: job, status, run, _id range, flags range by _id': 'again',
  'phones: job, status, run range, _id range, flags range by _id': 'again',
};

let instances: Instances;
beforeEach(async () => {
  instances = await createInstances();
});
afterEach(() => instances.close());

/** Whether an index leads to what a query asks: its fields are given from the first on, and at most the last of these by a range. */
function serves(fields: readonly string[], query: string): boolean {
  const [asked = '', sort] = query.slice(query.indexOf(': ') + 2).split(' by ');
  const given = new Map(asked.split(', ').map((each) => [each.split(' ')[0], each.split(' ')[1] ?? 'is']));
  const used = fields.filter((field) => given.has(field));
  return (
    given.has(fields[0]) &&
    used.every((field, at) => fields[at] === field) &&
    (sort === undefined || fields.at(-1) === sort)
  );
}

it('asks for phones only what an index answers', async () => {
  const seen = new Set<string>();
  const connection = await openMongo({ url: instances.url, service: 'jobs', log: instances.kit.log });
  const store = await openJobsMongoStore(watchQueries(connection, seen), { log: instances.kit.log });
  instances.defer(() => store.close());
  await store.ensureMainJob(act);
  const job = await createJob(store, 300, { name: 'Watched', iteration: 2 });
  const upload = await store.beginUpload();
  await store.addMoved(upload, Float64Array.of(FIRST + 1, FIRST + 20_000));
  await store.joinUpload(upload, String(job.number), { read: 2, skippedLines: 0 }, act);
  while (await store.joinNext(1));
  await store.promote(2, 8);
  const answer = async (from: number, to: number, status: 'NOT_FOUND' | 'FAILED', pass = 1) => {
    const place = { id: job.id, number: job.number, pass };
    const sources = [{ source: 'OFFICE', status, at: 1, cached: false }];
    const texts = Array.from({ length: to - from }, (_none, index) =>
      phoneResolvedEvent({ phone: `+${FIRST + from + index}`, job: place, status, sources }),
    );
    await store.resolved(
      texts.map(({ json }) => json),
      3,
    );
  };
  await store.dispatch([{ key: job.key, phones: 250 }]);
  await answer(0, 100, 'NOT_FOUND');
  await answer(100, 200, 'FAILED');
  await store.retryFailed(job.id, act);
  await store.change(job.id, 'PAUSE', false, act);
  const some: PhoneStatus[][] = [[...phoneStatuses], ['PENDING'], ['SENT'], ['NOT_FOUND', 'FOUND']];
  for (const statuses of some) await store.phones(job.id, { statuses, offset: 5, limit: 10 });
  for (const pendingOnly of [true, false]) await store.validAfter(job.id, FIRST, pendingOnly);
  await store.change(job.id, 'PLAY', false, act);
  await store.promote(3, 8);
  await store.dispatch([{ key: job.key, phones: 500 }]);
  await store.running();
  await answer(0, 300, 'NOT_FOUND');
  await answer(20_000, 20_001, 'FAILED');
  await store.change(job.id, 'STOP', false, act);
  await store.retryFailed(job.id, act);
  for (const pendingOnly of [true, false]) await store.validAfter(job.id, FIRST, pendingOnly);
  await store.promote(4, 8);
  await store.dispatch([{ key: job.key, phones: 10 }]);
  await answer(20_000, 20_001, 'NOT_FOUND');
  await store.change(job.id, 'PLAY', false, act);
  await store.promote(Number.MAX_SAFE_INTEGER, 8);
  await store.dispatch([{ key: job.key, phones: 10 }]);
  await answer(0, 10, 'NOT_FOUND', 2);
  await store.refresh(`+${FIRST}`, act);
  await store.refresh(`+${FIRST}`, act);
  const copy = await store.createFrom(
    job.id,
    { name: 'Copy', type: 'REGULAR', iteration: 1, schedule: null, purpose: null, hold: true },
    act,
  );
  while (await store.joinNext(4));
  if ('job' in copy) await store.merge([job.number], copy.job.number, false, act);
  while (await store.joinNext(5));
  if ('job' in copy) await store.change(copy.job.id, 'DELETE', false, act);
  while (await store.dropNext());
  await takeEvents(store);

  const ofPhones = [...seen].filter((query) => query.startsWith('phones: '));
  expect(ofPhones.filter((query) => !(query in phoneQueries))).toEqual([]);
  const fieldsOf = (name: string): string[] =>
    Object.keys(indexes.phones.find((index) => index.name === name)?.key ?? { _id: 1 });
  expect(ofPhones.filter((query) => !serves(fieldsOf(phoneQueries[query] ?? ''), query))).toEqual([]);
  // Never by `$exists`, for which a server reads each job.
  expect([...seen].filter((query) => query.startsWith('jobs: joins')).sort()).toEqual([
    'jobs: joins.id range',
    'jobs: joins.source',
  ]);
  const left = Object.keys(phoneQueries).filter((query) => !seen.has(query));
  expect(left).toEqual([]);
});
