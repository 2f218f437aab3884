import { describe, expect, it } from '@jest/globals';
import { calls, FailedJobs, Job, JobPage, type PhoneRequested } from '@numscope/contracts';
import { outgoing } from '@numscope/platform/events';
import { authed, phoneResolvedEvent, profileUpdatedEvent } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { aroundAll } from '@numscope/testing/around';
import { type Answer, answers } from './answers.ts';
import { codeOf, type Setup, setUp } from './setup.ts';

const A = '+998901234561';
const B = '+998901234562';
const C = '+998901234563';
const D = '+998901234564';

describe('what failed of a job that was stopped before it had asked for all', () => {
  let setup: Setup;
  aroundAll(setUp, (opened) => (setup = opened));

  const requestOf = async (number: number, after = 0) =>
    (await setup.bus.waitFor('phone.requested', ({ data }) => data.job.number === number && data.run > after)).data;
  const answer = (request: PhoneRequested, phones: string[], status: Answer) =>
    setup.bus.deliver(...answers({ ...request, phones }, () => status));
  const retry = (number: number) => setup.admin.call(calls.retryFailed, { params: { number: String(number) } });
  const withFailed = async (): Promise<number[]> => {
    const internal = authed(setup.service.app, setup.serviceToken('gateway'));
    return FailedJobs.parse((await internal.call(calls.failedJobs, {})).json()).first.map((each) => each.number);
  };
  /** All phones that a job asked for so far, run by run. */
  const askedOf = (number: number, most: number): Promise<string[][]> =>
    Promise.all(Array.from({ length: most }, async (_none, run) => (await requestOf(number, run)).phones));

  /** A job that was stopped when `failed` of its numbers had failed and the others were out. */
  const stopped = async (phones: string[], failed: string[]) => {
    const { number } = await setup.created(phones.join('\n'));
    const request = await requestOf(number);
    await answer(request, failed, 'FAILED');
    await setup.set(number, 'DONE');
    return { number, request };
  };

  it('is asked again and nothing else, through a pause too; the rest stays as it was until somebody plays it', async () => {
    const { number } = await stopped([A, B, C], [A]);
    const before = await setup.job(number);
    expect(before).toMatchObject({ status: 'DONE', counts: { PENDING: 2, FAILED: 1 }, toRetry: 1 });
    expect(await withFailed()).toContain(number);
    const asked = Job.parse((await retry(number)).json());
    expect(asked).toMatchObject({ status: 'IN_PROGRESS', counts: { FAILED: 0 }, toCome: 1 });
    // It may be sent before that is answered.
    expect(asked.counts.PENDING + asked.counts.SENT).toBe(3);
    await requestOf(number, 1);
    expect((await setup.job(number)).counts).toMatchObject({ PENDING: 2, SENT: 1 });
    await setup.set(number, 'PAUSED');
    expect(await setup.job(number)).toMatchObject({ status: 'PAUSED', counts: { PENDING: 3, SENT: 0 }, toRetry: 0 });
    await setup.set(number, 'IN_PROGRESS');
    const again = await requestOf(number, 2);
    await answer(again, [A], 'NOT_FOUND');
    const after = await setup.job(number);
    expect(after).toMatchObject({ status: 'DONE', counts: { PENDING: 2, NOT_FOUND: 1, FAILED: 0 }, toRetry: 0 });
    expect(await setup.phones(number)).toEqual({ [A]: 'NOT_FOUND', [B]: 'PENDING', [C]: 'PENDING' });
    expect(await withFailed()).not.toContain(number);
    await setup.set(number, 'IN_PROGRESS');
    const rest = await requestOf(number, 3);
    expect(await askedOf(number, 4)).toEqual([[A, B, C], [A], [A], [B, C]]);
    await answer(rest, [B, C], 'NOT_FOUND');
    expect(await setup.job(number)).toMatchObject({ status: 'DONE', counts: { NOT_FOUND: 3 } });
  });

  it('is found no more when its profile is deleted meanwhile', async () => {
    const { number } = await setup.created(`${A}\n${B}`);
    const { job } = await requestOf(number);
    const says = (phone: string, said: Record<string, 'FOUND' | 'NOT_FOUND' | 'FAILED'>, at: number) => {
      const sources = Object.entries(said).map(([source, status]) => ({ source, status, at, cached: false }));
      const status = Object.values(said).includes('FOUND') ? 'FOUND' : 'NOT_FOUND';
      return phoneResolvedEvent({ phone, job, status, sources, observations: [] });
    };
    const deletedAt = (phone: string, at: number) =>
      outgoing('profile.deleted', phone, { phone, profileId: 'x', reason: 'DELETED' }, { at });
    const both = [A, B].flatMap((phone) => [
      says(phone, { OFFICE: 'FOUND', TELEGRAM: 'FAILED' }, 10),
      profileUpdatedEvent({ phone, job }),
    ]);
    await setup.bus.deliver(...both);
    await retry(number);
    expect(await requestOf(number, 1)).toMatchObject({ phones: [A, B], only: ['TELEGRAM'] });
    await setup.bus.deliver(deletedAt(A, 11), deletedAt(B, 9));
    expect((await setup.job(number)).counts).toMatchObject({ SENT: 2 });
    await setup.set(number, 'PAUSED');
    await setup.set(number, 'IN_PROGRESS');
    expect(await requestOf(number, 2)).toMatchObject({ phones: [A, B], only: ['TELEGRAM'] });
    await setup.bus.deliver(...[A, B].map((phone) => says(phone, { TELEGRAM: 'NOT_FOUND' }, 12)));
    expect(await setup.phones(number)).toEqual({ [A]: 'NOT_FOUND', [B]: 'FOUND' });
    expect(await setup.job(number)).toMatchObject({ status: 'DONE', counts: { FOUND: 1, NOT_FOUND: 1 } });
  });

  it('fails again and can be asked once more', async () => {
    const { number } = await stopped([A, B], [A]);
    await retry(number);
    await answer(await requestOf(number, 1), [A], 'FAILED');
    expect(await setup.job(number)).toMatchObject({ status: 'DONE', counts: { PENDING: 1, FAILED: 1 }, toRetry: 1 });
    await retry(number);
    expect((await requestOf(number, 2)).phones).toEqual([A]);
  });

  it('is what a retry that was stopped goes on with', async () => {
    const { number } = await stopped([A, B, C], [A, B]);
    await retry(number);
    await answer(await requestOf(number, 1), [A], 'FAILED');
    await setup.set(number, 'DONE');
    expect(await setup.job(number)).toMatchObject({ status: 'DONE', counts: { PENDING: 2, FAILED: 1 }, toRetry: 2 });
    await retry(number);
    const { phones } = await requestOf(number, 2);
    expect(phones).toEqual([A, B]);
  });

  it('is not the rest when a late answer says of it that a source is waited for', async () => {
    const { number, request } = await stopped([A, B], [A]);
    const waiting = [{ source: 'SCARCE', resumesAt: Date.parse('2100-01-01') }];
    const late = { phone: B, job: request.job, status: 'NOT_FOUND', sources: [], waiting } as const;
    await setup.bus.deliver(phoneResolvedEvent({ ...late, sources: [], waiting }));
    await retry(number);
    await answer(await requestOf(number, 1), [A], 'NOT_FOUND');
    expect(await setup.job(number)).toMatchObject({ status: 'DONE', counts: { PENDING: 1, NOT_FOUND: 1 } });
    expect(await askedOf(number, 2)).toEqual([[A, B], [A]]);
  });

  it('stays what is asked again while it waits for the quota of a source', async () => {
    const { number } = await stopped([A, B], [A]);
    await retry(number);
    const { job } = await requestOf(number, 1);
    const waiting = [{ source: 'SCARCE', resumesAt: Date.parse('2100-01-01') }];
    await setup.bus.deliver(phoneResolvedEvent({ phone: A, job, status: 'NOT_FOUND', sources: [], waiting }));
    expect(await setup.job(number)).toMatchObject({ status: 'IN_PROGRESS', counts: { PENDING: 1, SENT: 1 } });
    await setup.set(number, 'PAUSED');
    await setup.set(number, 'IN_PROGRESS');
    const again = await requestOf(number, 2);
    expect(again).toMatchObject({ phones: [A], only: ['SCARCE'] });
    await answer(again, [A], 'NOT_FOUND');
    expect(await setup.job(number)).toMatchObject({ status: 'DONE', counts: { PENDING: 1, NOT_FOUND: 1 } });
  });

  it('goes on after a restart, and is forgotten as what it was once numbers join the job', async () => {
    const { number } = await stopped([A, B, C], [A]);
    await retry(number);
    await requestOf(number, 1);
    await setup.restart();
    expect((await setup.job(number)).counts).toMatchObject({ PENDING: 2, SENT: 1 });
    const joined = await setup.upload(D, { name: 'More', targetNumber: String(number) });
    expect(joined.statusCode).toBe(201);
    const { data } = await setup.bus.waitFor(
      'phone.requested',
      (event) => event.data.job.number === number && event.data.phones.includes(D),
    );
    expect(data.phones).toEqual([B, C, D]);
    await answer(data, [A, B, C, D], 'NOT_FOUND');
    expect(await setup.job(number)).toMatchObject({ status: 'DONE', counts: { NOT_FOUND: 4 } });
  });

  it('comes with a job that is merged, as what is pending', async () => {
    const { number } = await stopped([A, B], [A]);
    await retry(number);
    await requestOf(number, 1);
    const target = await setup.created(C, { name: 'Target', hold: 'true' });
    await setup.admin.call(calls.mergeJobs, { body: { sourceNumbers: [number], targetNumber: target.number } });
    expect(await setup.job(number)).toMatchObject({ status: 'MERGED', toRetry: null });
    await setup.set(target.number, 'IN_PROGRESS');
    const asked = (): PhoneRequested[] =>
      setup.bus.published('phone.requested').flatMap(({ data }) => (data.job.number === target.number ? data : []));
    await askUntil(() => asked().flatMap(({ phones }) => phones).length === 3);
    const from = [{ number, pass: 1 }];
    const byPhones = asked().toSorted((a, b) => ((a.phones[0] ?? '') < (b.phones[0] ?? '') ? -1 : 1));
    // Of what failed only the source that failed, and of what had not been asked all.
    expect(byPhones).toMatchObject([
      { phones: [A], only: ['TELEGRAM'], answeredIn: from },
      { phones: [B], only: null, answeredIn: from },
      { phones: [C], only: null },
    ]);
    for (const request of byPhones) await answer(request, request.phones, 'NOT_FOUND');
    expect(await setup.job(target.number)).toMatchObject({ status: 'DONE', counts: { NOT_FOUND: 3 } });
  });

  it('is asked again in the sub-tasks that have it alone, and told so by their status and the plan', async () => {
    const phones = Array.from({ length: 10_001 }, (_none, index) => `+${998_901_000_000 + index}`);
    const [first = '', last = ''] = [phones[0], phones.at(-1)];
    const { number, request } = await stopped(phones, [first]);
    await setup.bus.deliver(...answers({ ...request, phones: [last] }, () => 'FAILED'));
    const subTasks = async (): Promise<string[]> => {
      const found = await setup.admin.call(calls.searchJobs, { body: { parentNumber: number } });
      const { content } = JobPage.parse(found.json());
      return content.sort((a, b) => a.number - b.number).map(({ status }) => status);
    };
    expect((await setup.job(number)).counts).toMatchObject({ PENDING: 9999, FAILED: 2 });
    await retry(number);
    const again = await requestOf(number, 1);
    await setup.set(number, 'PAUSED');
    setup.client.answer({ planLookups: () => ({ allFresh: 0, doNotLookUp: 0, lineChecks: 0, sources: [] }) });
    const plan = await setup.admin.call(calls.jobPreflight, { params: { number: String(number) } });
    expect(plan.json()).toMatchObject({ countries: [{ phones: 2 }] });
    await setup.set(number, 'IN_PROGRESS');
    await requestOf(number, 2);
    await answer(again, [last], 'NOT_FOUND');
    expect(await subTasks()).toEqual(['IN_PROGRESS', 'DONE']);
    expect((await setup.job(number)).counts).toMatchObject({ PENDING: 9999, SENT: 1, NOT_FOUND: 1 });
    await answer(again, [first], 'NOT_FOUND');
    expect(await setup.job(number)).toMatchObject({ status: 'DONE', counts: { PENDING: 9999, NOT_FOUND: 2 } });
  });

  it('is nothing of a job that was canceled', async () => {
    const { number } = await setup.created(`${A}\n${B}`);
    await answer(await requestOf(number), [A], 'FAILED');
    await setup.set(number, 'CANCELED');
    const refused = await retry(number);
    expect([refused.statusCode, codeOf(refused)]).toEqual([409, 'WRONG_STATE']);
    expect(await setup.job(number)).toMatchObject({ counts: { FAILED: 1 }, toRetry: null });
  });
});

describe('what failed of the main job once it was stopped', () => {
  let setup: Setup;
  aroundAll(
    () => setUp({ mainJobStoppable: true }),
    (opened) => (setup = opened),
  );

  it('is asked again alone, and then the main job is stopped as before', async () => {
    const requested = (after: number) =>
      setup.bus.waitFor('phone.requested', ({ data }) => data.job.number === 1 && data.run > after);
    await setup.created(`${A}\n${B}`, { targetNumber: '1' });
    const { data } = await requested(0);
    await setup.bus.deliver(...answers({ ...data, phones: [A] }, () => 'FAILED'));
    await setup.set(1, 'DONE');
    expect(await setup.job(1)).toMatchObject({ status: 'DONE', counts: { PENDING: 1, FAILED: 1 }, toRetry: 1 });
    await setup.admin.call(calls.retryFailed, { params: { number: '1' } });
    const again = (await requested(data.run)).data;
    expect(again.phones).toEqual([A]);
    const internal = authed(setup.service.app, setup.serviceToken('profiles'));
    const refused = await internal.call(calls.requestRefresh, { body: { phone: C, requestedBy: 'ann' } });
    expect(codeOf(refused)).toBe('WRONG_STATE');
    await setup.bus.deliver(...answers(again, () => 'NOT_FOUND'));
    expect(await setup.job(1)).toMatchObject({ status: 'DONE', counts: { PENDING: 1, NOT_FOUND: 1 }, toRetry: 0 });
  });
});
