import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { answerAll, codeOf, type Setup, setUp } from './setup.ts';

const A = '+998901234561';
const B = '+998901234562';
const DAY_MS = 86_400_000;

describe('jobs that ended long ago', () => {
  let setup: Setup;
  beforeEach(async () => {
    setup = await setUp();
    setup.clock.freeze('2026-01-01T12:00:00Z');
  });
  afterEach(() => setup.close());

  const ask = async (url: string, payload: object): Promise<unknown> =>
    (
      await setup.service.app.inject({
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${setup.serviceToken('profiles')}` },
        payload,
      })
    ).json();
  const monthAgo = (): number => setup.clock.now() - 30 * DAY_MS;
  const count = () => ask(calls.countOldJobs.path, { before: monthAgo() });
  const remove = (limit = 10) => ask(calls.removeOldJobs.path, { before: monthAgo(), limit });
  const jobsOf = (phone: string) => ask(calls.jobsOfPhone.path, { phone });

  it('go with their phones and what was written of them; what still goes, waits or is young stays', async () => {
    const consumer = await answerAll(setup);
    const done = await setup.created(A, { name: 'Old', purpose: 'a case' });
    await setup.reaches(done.number, 'DONE');
    const canceled = await setup.created(`${A}\n${B}`, { name: 'Canceled', hold: 'true' });
    await setup.set(canceled.number, 'CANCELED');
    const held = await setup.created(B, { name: 'Held', hold: 'true' });
    const paused = await setup.created(B, { name: 'Paused', hold: 'true' });
    await setup.set(paused.number, 'PAUSED');
    setup.clock.advance(20 * DAY_MS);
    const young = await setup.created(B, { name: 'Young' });
    await setup.reaches(young.number, 'DONE');
    await consumer.close();
    expect(await count()).toEqual({ count: 0, atLeast: false });
    expect(await remove()).toEqual({ removed: 0, more: false });

    setup.clock.advance(11 * DAY_MS);
    expect(await count()).toEqual({ count: 2, atLeast: false });
    expect(await remove(1)).toEqual({ removed: 1, more: true });
    expect(await remove(1)).toEqual({ removed: 1, more: true });
    expect(await remove(1)).toEqual({ removed: 0, more: false });
    const { data } = await setup.bus.waitFor(
      'job.status-changed',
      (event) => event.data.number === done.number && event.data.to === 'DELETED',
    );
    expect(data).toMatchObject({ from: 'DONE', by: 'numscope' });
    expect(await jobsOf(A)).toEqual([]);
    expect(await jobsOf(B)).toMatchObject([
      { number: young.number },
      { number: paused.number },
      { number: held.number },
    ]);
    const listed = calls.searchJobs.answer.parse(
      (await setup.admin.call(calls.searchJobs, { body: { size: 100 } })).json(),
    );
    expect(listed.content.map(({ number }) => number)).not.toContain(done.number);
    expect(codeOf(await setup.set(done.number, 'IN_PROGRESS'))).toBe('NOT_FOUND');
    const main = await setup.admin.call(calls.mainJob);
    expect(main.json()).toMatchObject({ status: 'IN_PROGRESS' });
  });

  it('are told to other services alone', async () => {
    const { statusCode } = await setup.admin.call(calls.removeOldJobs, { body: { before: 0, limit: 1 } });
    expect(statusCode).toBe(403);
  });
});
