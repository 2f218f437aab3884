import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { phoneResolvedEvent } from '@numscope/testing';
import { answerAll, type Setup, setUp } from './setup.ts';

const A = '+998901234561';
const B = '+998901234562';

describe('a number that is erased', () => {
  let setup: Setup;
  beforeEach(async () => {
    setup = await setUp();
  });
  afterEach(() => setup.close());

  const erase = async (phone: string): Promise<unknown> =>
    (
      await setup.service.app.inject({
        method: 'POST',
        url: calls.eraseFromJobs.path,
        headers: { authorization: `Bearer ${setup.serviceToken('profiles')}` },
        payload: { phone },
      })
    ).json();

  it('is known by the jobs that it is in until then, newest first', async () => {
    const ask = async (): Promise<unknown> =>
      (
        await setup.service.app.inject({
          method: 'POST',
          url: calls.jobsOfPhone.path,
          headers: { authorization: `Bearer ${setup.serviceToken('profiles')}` },
          payload: { phone: A },
        })
      ).json();
    const consumer = await answerAll(setup);
    const { number } = await setup.created(A, { name: 'First', purpose: 'a case' });
    await setup.reaches(number, 'DONE');
    await consumer.close();
    const held = await setup.created(`${A}\n${B}`, { name: 'Held', hold: 'true' });
    expect(await ask()).toMatchObject([
      { number: held.number, name: 'Held', status: 'CREATED', phone: 'PENDING' },
      { number, name: 'First', purpose: 'a case', createdBy: 'admin', status: 'DONE', phone: 'FOUND' },
    ]);
    await erase(A);
    expect(await ask()).toEqual([]);
  });

  it('leaves all jobs, in each of their passes, and the counts say so', async () => {
    const consumer = await answerAll(setup);
    const { number } = await setup.created(`${A}\n${B}`, { name: 'Twice', iteration: '2' });
    await setup.reaches(number, 'DONE');
    const held = await setup.created(`${A}\n${B}`, { name: 'Held', hold: 'true' });
    expect(await erase(A)).toEqual({ removed: { jobPhones: 3 } });
    expect(await erase(A)).toEqual({ removed: { jobPhones: 0 } });
    expect(await setup.phones(number)).toEqual({ [B]: 'FOUND' });
    expect(await setup.job(number)).toMatchObject({ status: 'DONE', totalPhoneNumbers: 1, counts: { FOUND: 1 } });
    expect(await setup.job(held.number)).toMatchObject({ totalPhoneNumbers: 1, counts: { PENDING: 1 } });
    await consumer.close();
  });

  it('keeps no job waiting for it, and a late result of it changes nothing', async () => {
    const { number } = await setup.created(A);
    const { data } = await setup.bus.waitFor('phone.requested', (event) => event.data.job.number === number);
    const done = setup.reaches(number, 'DONE');
    await erase(A);
    expect(await done).toMatchObject({ totalPhoneNumbers: 0 });
    await setup.bus.deliver(phoneResolvedEvent({ phone: A, job: data.job, status: 'FOUND' }));
    expect(await setup.phones(number)).toEqual({});
  });
});
