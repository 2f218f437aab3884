import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { answerAll, type Setup, setUp } from './setup.ts';

const MAIN = 1;
/** More than one pass of the main job holds. */
const MANY = 12_000;
/** Behind all that are handed out at once, and in the first pass. */
const LATER = 998_901_008_000;

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
