import { expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { aroundEach } from '@numscope/testing/around';
import { answerAll, type Setup, setUp } from './setup.ts';

let setup: Setup;
aroundEach(
  () => setUp(),
  (given) => (setup = given),
);

const told = () => setup.bus.published('job.changed').map(({ data }) => data.number);

it('tells of a job that gets another name, type or number of passes', async () => {
  const held = await setup.created('998901234568\n', { name: 'Other', hold: 'true' });
  const params = { number: String(held.number) };
  await setup.admin.call(calls.updateJob, { params, body: { name: 'Harbour' } });
  await setup.bus.waitFor('job.changed', ({ data }) => data.id === held.id);
  await setup.admin.call(calls.patchJob, { params: { id: held.id }, body: { type: 'PRIORITY' } });
  await setup.bus.waitFor('job.changed', () => told().length === 2);
  expect(told()).toEqual([held.number, held.number]);
});

it('tells of a job that phones have joined while it rests', async () => {
  const held = await setup.created('998901234568\n', { name: 'Other', hold: 'true' });
  await setup.created('998901234569\n', { targetNumber: String(held.number) });
  await setup.bus.waitFor('job.changed', ({ data }) => data.id === held.id);
  expect(await setup.job(held.number)).toMatchObject({ status: 'CREATED', totalPhoneNumbers: 2 });
});

it('tells nothing more of one that runs, which is looked at all the time', async () => {
  await answerAll(setup, () => 'FOUND');
  const job = await setup.created('998901234568\n', { name: 'Runs' });
  await setup.reaches(job.number, 'DONE');
  expect(told()).toEqual([]);
});
