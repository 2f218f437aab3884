import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { calls, type CarriedEntry } from '@numscope/contracts';
import { authed } from '@numscope/testing';
import { answerAll, type Setup, setUp } from './setup.ts';

const MAIN = 1;
/** More than one pass of the main job holds. */
const MANY = 12_000;
/** Behind all that are handed out at once, and in the first pass. */
const LATER = 998_901_008_000;
const PHONE = '+998901234561';

let setup: Setup;
beforeEach(async () => {
  setup = await setUp();
});
afterEach(() => setup.close());

it('keeps a number once whatever joins it, in whichever of its passes that is', async () => {
  const consumer = await answerAll(setup);
  const done = await setup.created(`${LATER}`, { name: 'Done' });
  await setup.reaches(done.number, 'DONE');
  await consumer.close();
  const join = (content: string) => setup.created(content, { targetNumber: String(MAIN) });
  const texts = '12\n1+23';
  const numbers = Array.from({ length: MANY }, (_none, index) => 998_901_000_000 + index).join('\n');
  await join(texts);
  const once = { totalPhoneNumbers: MANY + 2, duplicates: 0 };
  expect(await join(numbers)).toMatchObject({ ...once, mainJob: true });
  expect(await join(`${numbers}\n${texts}`)).toMatchObject({ ...once, duplicates: MANY + 2 });
  expect((await setup.job(MAIN)).counts).toMatchObject({ FOUND: 0, NOT_VALID: 2 });

  // What is known of one that is not asked for yet, it takes.
  const merged = await setup.admin.call(calls.mergeJobs, {
    body: { sourceNumbers: [done.number], targetNumber: MAIN },
  });
  expect(merged.statusCode).toBe(200);
  expect(await setup.job(MAIN)).toMatchObject({ ...once, duplicates: MANY + 3, counts: { FOUND: 1, NOT_VALID: 2 } });
  const asked = setup.bus.published('phone.requested').flatMap(({ data }) => data.phones);
  expect(new Set(asked).size).toBe(asked.length);
});

it('keeps the audit entry of a refresh in one commit with it, also where the number is asked for already', async () => {
  const entryOf = (id: string): CarriedEntry => ({
    id,
    actionType: 'PROFILE',
    createdTimestamp: 5,
    details: 'What was asked of profiles',
    username: 'ann',
    ip: '203.0.113.9',
    args: { phone: PHONE },
    outcome: 'OK',
  });
  const refresh = (id: string) =>
    authed(setup.service.app, setup.serviceToken('profiles')).call(calls.requestRefresh, {
      body: { phone: PHONE, requestedBy: 'ann', audit: entryOf(id) },
    });
  // So that what is to be told stays in the outbox.
  setup.bus.failWith(new Error('away'));
  expect([(await refresh('entry-1')).statusCode, (await refresh('entry-2')).statusCode]).toEqual([200, 200]);
  expect(await setup.phones(MAIN)).toEqual({ [PHONE]: expect.stringMatching(/^(PENDING|SENT)$/) });
  setup.bus.failWith(null);
  for (const id of ['entry-1', 'entry-2']) {
    const { data } = await setup.bus.waitFor('audit.logged', (event) => event.id === id);
    expect(data).toMatchObject({ username: 'ann', args: { phone: PHONE }, outcome: 'OK' });
  }
  expect(setup.bus.published('audit.logged').filter(({ id }) => id.startsWith('entry-'))).toHaveLength(2);
});

it('is not there for anybody once it is deleted where that is allowed, but for what is imported', async () => {
  await setup.close();
  setup = await setUp({ mainJobStoppable: true });
  await setup.set(MAIN, 'DONE');
  expect((await setup.set(MAIN, 'DELETED')).json()).toMatchObject({ status: 'DELETED' });
  expect((await setup.admin.call(calls.mainJob)).statusCode).toBe(404);
  expect((await setup.admin.call(calls.getJob, { params: { number: String(MAIN) } })).statusCode).toBe(404);
  const profiles = authed(setup.service.app, setup.serviceToken('profiles'));
  expect((await profiles.call(calls.mainJob)).json()).toMatchObject({ number: MAIN });
});
