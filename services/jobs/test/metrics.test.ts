import { expect, it } from '@jest/globals';
import { aroundEach } from '@numscope/testing/around';
import { askUntil } from '@numscope/testing/ask-until';
import { scrape } from '@numscope/testing';
import { answerAll, type Setup, setUp } from './setup.ts';

let setup: Setup;
aroundEach(setUp, (opened) => (setup = opened));

it('counts phones as they are handed out and become final, by what they are', async () => {
  await answerAll(setup, (phone) => (phone.endsWith('1') ? 'NOT_FOUND' : phone.endsWith('2') ? 'FAILED' : 'FOUND'));
  const { number } = await setup.created('998901234561\n998901234562\n998901234563\n998901234564\n99890\n');
  await setup.reaches(number, 'DONE');
  // A job is done for others a moment before the process that took in its last results has counted them.
  const statuses = ['FOUND', 'NOT_FOUND', 'FAILED', 'NOT_VALID'];
  const finals = async (): Promise<Array<number | undefined>> => {
    const figures = await scrape(setup.service.app);
    return statuses.map((status) => figures('numscope_phones_final_total', { status }));
  };
  const isWhole = (counts: Array<number | undefined>): boolean =>
    counts.reduce((sum = 0, count = 0) => sum + count) === 4;
  expect(await askUntil(finals, isWhole)).toEqual([2, 1, 1, undefined]);
  const figures = await scrape(setup.service.app);
  expect(figures('numscope_phones_handed_out_total')).toBe(4);
});

it('tells how many jobs there are in each status, and that it leads', async () => {
  const { number } = await setup.created('998901234561\n');
  await setup.created('998901234562\n', { name: 'Later', hold: 'true' });
  await setup.reaches(number, 'IN_PROGRESS');
  const figures = await scrape(setup.service.app);
  const jobs = (status: string): number | undefined => figures('numscope_jobs', { status });
  // The main job is in progress as well.
  expect([jobs('IN_PROGRESS'), jobs('CREATED'), jobs('DONE'), jobs('DELETED')]).toEqual([2, 1, 0, undefined]);
  expect(figures('numscope_jobs_leader')).toBe(1);
});

it('tells that nothing waits in the outbox, and what was sent', async () => {
  await setup.created('998901234561\n');
  await setup.bus.waitFor('phone.requested');
  const figures = await scrape(setup.service.app);
  expect(figures('numscope_outbox_sent_total')).toBeGreaterThan(0);
  expect(figures('numscope_outbox_failures_total')).toBe(0);
});
