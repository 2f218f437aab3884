import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { calls, JobPhonePage } from '@numscope/contracts';
import { outgoing } from '@numscope/platform';
import { codeOf, type Setup, setUp } from './setup.ts';

const A = '+998901234561';
const B = '+998901234562';

describe('numbers on the do-not-look-up list', () => {
  let setup: Setup;
  beforeEach(async () => {
    setup = await setUp();
  });
  afterEach(() => setup.close());

  const requested = (number: number, pass = 1) =>
    setup.bus.waitFor('phone.requested', ({ data }) => data.job.number === number && data.job.pass === pass);
  /** What sources say of a number that they do not ask about. */
  const resolve = (phone: string, number: number, id: string, pass = 1): Promise<void> =>
    setup.bus.deliver(
      outgoing('phone.resolved', phone, {
        phone,
        job: { id, number, pass },
        status: 'NOT_FOUND',
        doNotLookUp: true,
        sources: [],
        observations: [],
      }),
    );
  const page = async (number: number) =>
    JobPhonePage.parse((await setup.admin.call(calls.jobPhones, { params: { id: String(number) }, body: {} })).json())
      .content;

  it('are final without an answer and say why, and a job of them is done', async () => {
    const { number, id } = await setup.created(`${A}\n${B}`);
    await requested(number);
    const done = setup.reaches(number, 'DONE');
    await resolve(A, number, id);
    await resolve(B, number, id);
    expect((await done).counts).toMatchObject({ NOT_FOUND: 2, FOUND: 0, FAILED: 0 });
    expect(await page(number)).toEqual([
      { phone: A, status: 'NOT_FOUND', sources: [], doNotLookUp: true },
      { phone: B, status: 'NOT_FOUND', sources: [], doNotLookUp: true },
    ]);
  });

  it('are handed out again in the next pass, as they may be off the list by then', async () => {
    const { number, id } = await setup.created(A, { name: 'Twice', iteration: '2' });
    await requested(number);
    await resolve(A, number, id);
    const again = await requested(number, 2);
    expect(again.data.phones).toEqual([A]);
    expect((await page(number))[0]).not.toHaveProperty('doNotLookUp');
  });

  it('are refused to whoever wants one looked up now', async () => {
    setup.client.answer({ planLookups: () => ({ sources: [], allFresh: 0, doNotLookUp: 1 }) });
    const refused = await setup.service.app.inject({
      method: 'POST',
      url: calls.requestRefresh.path,
      headers: { authorization: `Bearer ${setup.serviceToken('profiles')}` },
      payload: { phone: A, requestedBy: 'admin' },
    });
    expect(refused.statusCode).toBe(422);
    expect(codeOf(refused)).toBe('DO_NOT_LOOK_UP');
  });
});
