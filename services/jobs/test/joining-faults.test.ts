import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import type { JobStore } from '../src/store/job-store.port.ts';
import { answerAll, type Setup, setUp } from './setup.ts';

let setup: Setup;
/** What each step of joining meets. */
let fault: Error | null = null;
let noneLeft = Promise.withResolvers<void>();

const faulty = (store: JobStore): JobStore =>
  new Proxy(store, {
    get(target, name) {
      if (name === 'joinNext')
        return async (now: number) => {
          if (fault) throw fault;
          const more = await target.joinNext(now);
          if (!more) noneLeft.resolve();
          return more;
        };
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

beforeEach(async () => {
  setup = await setUp({}, faulty);
});
afterEach(() => setup.close());

it('goes on with phones that join a job after a fault, of which whoever asked for it was told', async () => {
  const target = await setup.created('998901234561', { name: 'Target', hold: 'true' });
  const source = await setup.created('998901234562', { name: 'Source', hold: 'true' });
  fault = new Error('the disk is full');
  const body = { sourceNumbers: [source.number], targetNumber: target.number };
  expect((await setup.admin.call(calls.mergeJobs, { body })).statusCode).toBe(500);
  expect(await setup.job(target.number)).toMatchObject({ totalPhoneNumbers: 1 });
  noneLeft = Promise.withResolvers();
  fault = null;
  await noneLeft.promise;
  expect(await setup.job(target.number)).toMatchObject({ totalPhoneNumbers: 2 });
  const consumer = await answerAll(setup);
  expect((await setup.set(target.number, 'IN_PROGRESS')).statusCode).toBe(200);
  expect(await setup.reaches(target.number, 'DONE')).toMatchObject({ counts: { FOUND: 2 } });
  await consumer.close();
});
