import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type Connection, openMongo } from '@numscope/adapters/mongo';
import { phoneResolvedEvent } from '@numscope/testing';
import type { JobRecord, JobStore } from '../../src/store/job-store.port.ts';
import { openJobsMongoStore } from '../../src/store/mongo/index.ts';
import { act, createInstances, createJob, FIRST, type Instances } from './instances.ts';
import { withMethodsOfPhones } from './replaced-methods.ts';

let instances: Instances;
let leader: JobStore;
/** An instance that ends as it is about to open phones again. */
let dying: JobStore;

/** The same connection, by which no phones are changed many at a time. */
const withoutUpdates = (connection: Connection): Connection =>
  withMethodsOfPhones(connection, (name, own) =>
    name === 'updateMany' ? () => Promise.reject(new Error('killed')) : own,
  );

beforeEach(async () => {
  instances = await createInstances();
  leader = await instances.open();
  const connection = await openMongo({ url: instances.url, service: 'jobs', log: instances.kit.log });
  dying = await openJobsMongoStore(withoutUpdates(connection), { log: instances.kit.log });
  instances.defer(() => dying.close());
});
afterEach(() => instances.close());

/** A job of three numbers that was stopped when one had failed; who asked for a retry was killed in the middle. */
async function half(): Promise<JobRecord> {
  const job = await createJob(leader, 3);
  await leader.promote(2, 8);
  await leader.dispatch([{ key: job.key, phones: 3 }]);
  const place = { id: job.id, number: job.number, pass: 1 };
  const sources = [{ source: 'OFFICE', status: 'FAILED', at: 1, cached: false } as const];
  await leader.resolved([phoneResolvedEvent({ phone: `+${FIRST}`, job: place, status: 'FAILED', sources }).json], 3);
  await leader.change(job.id, 'STOP', false, act);
  await expect(dying.retryFailed(job.id, act)).rejects.toThrow('killed');
  return job;
}

const isLongAgo = (job: JobRecord): Promise<unknown> =>
  instances.connection.collection('jobs').updateOne({ number: job.number }, { $set: { reopening: 1 } });

it('what failed is asked again by whoever leads when the instance that was to open it is killed', async () => {
  const job = await half();
  // Whoever was asked may be at it still.
  await leader.promote(4, 8);
  expect(await leader.find(job.id)).toMatchObject({ status: 'SCHEDULED', tally: [2, 0, 0, 0, 1, 0, 0] });
  await isLongAgo(job);
  await leader.promote(5, 8);
  expect(await leader.find(job.id)).toMatchObject({ status: 'IN_PROGRESS', tally: [3, 0, 0, 0, 0, 0, 0], toCome: 1 });
  expect(await leader.dispatch([{ key: job.key, phones: 3 }])).toBe(1);
});

it('what failed stays so when the job is stopped before somebody else has opened it', async () => {
  const job = await half();
  await isLongAgo(job);
  await leader.change(job.id, 'STOP', false, act);
  await leader.change(job.id, 'PLAY', false, act);
  await leader.promote(5, 8);
  expect(await leader.find(job.id)).toMatchObject({ status: 'IN_PROGRESS', tally: [2, 0, 0, 0, 1, 0, 0], toCome: 2 });
});

it('does not end a running job when a join ends before its phones are opened', async () => {
  const job = await createJob(leader, 2);
  await leader.promote(2, 8);
  await leader.dispatch([{ key: job.key, phones: 2 }]);
  const place = { id: job.id, number: job.number, pass: 1 };
  const said = (status: 'FAILED' | 'NOT_FOUND') => [{ source: 'OFFICE', status, at: 1, cached: false } as const];
  const answer = (phone: number, status: 'FAILED' | 'NOT_FOUND') =>
    phoneResolvedEvent({ phone: `+${phone}`, job: place, status, sources: said(status) }).json;
  await leader.resolved([answer(FIRST, 'FAILED')], 3);
  await expect(dying.retryFailed(job.id, act)).rejects.toThrow('killed');
  await leader.resolved([answer(FIRST + 1, 'NOT_FOUND')], 4);
  const other = await createJob(leader, 2, { hold: true });
  expect(await leader.merge([other.number], job.number, false, act)).toMatchObject({ job: { number: job.number } });
  while (await leader.joinNext(5));
  expect(await leader.find(job.id)).toMatchObject({ status: 'IN_PROGRESS' });
  await isLongAgo(job);
  await leader.promote(6, 8);
  expect(await leader.find(job.id)).toMatchObject({ status: 'IN_PROGRESS', tally: [1, 0, 0, 1, 0, 0, 0] });
});
