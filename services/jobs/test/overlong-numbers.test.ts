import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { calls, JobPage } from '@numscope/contracts';
import { plantNumbers } from './plant-numbers.ts';
import { answerAll, type Setup, setUp } from './setup.ts';

const FINE = '998901234567';
const OVERLONG = '+4980012345678909\n+49301234567890123';

let setup: Setup;
beforeEach(async () => {
  setup = await setUp();
});
afterEach(() => setup.close());

const listed = async (): Promise<number[]> =>
  JobPage.parse((await setup.admin.call(calls.searchJobs, { body: {} })).json()).content.map(({ number }) => number);

it('a number of more digits than E.164 allows is not valid, and its job and those beside it go on, after a restart too', async () => {
  const job = await setup.created(`${OVERLONG}\n+${FINE}\n`, { name: 'With overlong ones', hold: 'true' });
  const other = await setup.created('998901234568\n998901234569', { name: 'Beside', hold: 'true' });
  expect(job).toMatchObject({ totalPhoneNumbers: 3, counts: { PENDING: 1, NOT_VALID: 2 } });
  await setup.restart();
  await answerAll(setup);
  for (const { number } of [job, other]) await setup.set(number, 'IN_PROGRESS');
  expect(await setup.reaches(job.number, 'DONE')).toMatchObject({ counts: { FOUND: 1, NOT_VALID: 2 } });
  expect(await setup.reaches(other.number, 'DONE')).toMatchObject({ counts: { FOUND: 2, NOT_VALID: 0 } });
  expect(await listed()).toEqual([other.number, job.number]);
  expect(await setup.phones(job.number)).toEqual({
    [`+${FINE}`]: 'FOUND',
    '+4980012345678909': 'NOT_VALID',
    '+49301234567890123': 'NOT_VALID',
  });
});

it('a job of such numbers alone ends at once', async () => {
  const { number } = await setup.created(OVERLONG, { name: 'Overlong' });
  expect(await setup.reaches(number, 'DONE')).toMatchObject({ counts: { NOT_VALID: 2 } });
});

it('a range of such numbers is not valid', async () => {
  const range = { name: 'Range', from: '+4980012345678900', to: '+4980012345678909', iteration: 1 };
  const { number } = (await setup.admin.call(calls.createJobByRange, { raw: range })).json() as { number: number };
  expect(await setup.reaches(number, 'DONE')).toMatchObject({ counts: { PENDING: 0, NOT_VALID: 10 } });
});

it('a job that a version before took such numbers into goes on after the start', async () => {
  const numbers = ['4980012345678909', '49301234567890120'];
  const held = await setup.created(FINE, { name: 'Held', hold: 'true' });
  const running = await setup.created(FINE, { name: 'Running' });
  const bare = await setup.created('998901234568', { name: 'Bare' });
  for (const { number } of [running, bare])
    await setup.bus.waitFor('phone.requested', ({ data }) => data.job.number === number);
  await setup.service.close();
  await plantNumbers(setup, held.number, { numbers, status: 'PENDING' });
  await plantNumbers(setup, running.number, { numbers, status: 'SENT' });
  await plantNumbers(setup, bare.number, { numbers, status: 'SENT', alone: true });
  await setup.restart();
  expect(await listed()).toEqual([bare.number, running.number, held.number]);
  await answerAll(setup);
  await setup.set(held.number, 'IN_PROGRESS');
  for (const { number } of [held, running]) {
    expect(await setup.reaches(number, 'DONE')).toMatchObject({ counts: { FOUND: 1, NOT_VALID: 2 } });
    expect(await setup.phones(number)).toEqual({
      [`+${FINE}`]: 'FOUND',
      ...Object.fromEntries(numbers.map((digits) => [digits, 'NOT_VALID'])),
    });
  }
  expect(await setup.reaches(bare.number, 'DONE')).toMatchObject({ counts: { FOUND: 0, NOT_VALID: 2 } });
});
