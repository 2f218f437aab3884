import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { outgoing } from '@numscope/platform';
import { plantPasses, saidInPasses } from './later-pass.ts';
import { answerAll, type Setup, setUp } from './setup.ts';

const A = '+998901234561';
const B = '+998901234562';
const PASSES = 500_000;
const KEPT = 300;

/** In each kept pass the same. */
const always = <T>(value: T): T[] => Array.from({ length: KEPT }, () => value);

describe('a job of half a million passes', () => {
  let setup: Setup;
  let number: number;

  beforeEach(async () => {
    setup = await setUp();
    const consumer = await answerAll(setup);
    ({ number } = await setup.created(`${A}\n${B}`, { name: 'Each minute' }));
    await setup.reaches(number, 'DONE');
    await consumer.close();
    await setup.service.close();
    await plantPasses(setup, number, { pass: PASSES, kept: KEPT });
    await setup.restart();
  });
  afterEach(() => setup.close());

  const ask = async (path: string, phone: string): Promise<unknown> =>
    (
      await setup.service.app.inject({
        method: 'POST',
        url: path,
        headers: { authorization: `Bearer ${setup.serviceToken('profiles')}` },
        payload: { phone },
      })
    ).json();

  it('forgets what its passes found of a number whose profile is deleted, with hundreds that it does not have', async () => {
    const at = Date.now() + 60_000;
    const others = Array.from({ length: 499 }, (_none, index) => `+99893${String(index).padStart(7, '0')}`);
    expect(await saidInPasses(setup, B)).toEqual(always(expect.any(String)));
    const events = [...others, B].map((phone) =>
      outgoing('profile.deleted', phone, { phone, profileId: 'x', reason: 'DELETED' }, { at }),
    );
    await setup.bus.deliver(...events);
    expect(await setup.phones(number)).toEqual({ [A]: 'FOUND', [B]: 'NOT_FOUND' });
    expect(await saidInPasses(setup, B)).toEqual(always(null));
    expect(await saidInPasses(setup, A)).toEqual(always(expect.any(String)));
  });

  it('has a number erased from all of them', async () => {
    expect(await ask(calls.jobsOfPhone.path, A)).toMatchObject([{ number, phone: 'FOUND' }]);
    expect(await ask(calls.eraseFromJobs.path, A)).toEqual({ removed: { jobPhones: KEPT } });
    expect(await ask(calls.jobsOfPhone.path, A)).toEqual([]);
    expect(await saidInPasses(setup, A)).toEqual([]);
    expect(await saidInPasses(setup, B)).toHaveLength(KEPT);
    expect(await setup.job(number)).toMatchObject({ status: 'DONE', totalPhoneNumbers: 1, counts: { FOUND: 1 } });
  });
});
