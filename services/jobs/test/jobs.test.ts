import { describe, expect, it } from '@jest/globals';
import { aroundAll } from '@numscope/testing/around';
import { calls, Job, JobPhonePage, JobPreflight } from '@numscope/contracts';
import { phoneResolvedEvent, profileUpdatedEvent } from '@numscope/testing';
import { type Answer, answers } from './answers.ts';
import { codeOf, type Setup, setUp } from './setup.ts';

const A = '+998901234561';
const B = '+998901234562';
const C = '+998901234563';

describe('jobs', () => {
  let setup: Setup;
  aroundAll(setUp, (opened) => (setup = opened));

  const requestOf = async (number: number, after = 0) =>
    (await setup.bus.waitFor('phone.requested', ({ data }) => data.job.number === number && data.run > after)).data;

  it('reads all phones of a job page after page, none twice and none left out, while it goes on', async () => {
    const texts = ['12', '1+23', '998901234567890123456'];
    const { number } = await setup.created([...texts, A, B, C].join('\n'), { name: 'By pages', hold: 'true' });
    const page = async (after: string | undefined, filters = {}) =>
      JobPhonePage.parse(
        (
          await setup.admin.call(calls.jobPhones, {
            params: { id: String(number) },
            body: { size: 2, filters, ...(after === undefined ? {} : { after }) },
          })
        ).json(),
      );
    const all = Object.keys(await setup.phones(number));
    const read: string[] = [];
    const steps: number[] = [];
    for (let next: string | null | undefined, isFirst = true; isFirst || typeof next === 'string'; isFirst = false) {
      const slice = await page(next ?? undefined);
      expect(slice.totalElements).toBe(all.length);
      read.push(...slice.content.map(({ phone }) => phone));
      steps.push(slice.content.length);
      next = slice.next;
    }
    expect(read.sort()).toEqual(all.sort());
    expect(read).toEqual(expect.arrayContaining([A, B, C]));
    const valid = await page(undefined, { valid: true });
    expect(valid.content.map(({ phone }) => phone)).toEqual([A, B]);
    const rest = await page(valid.next ?? '', { valid: true });
    expect(rest).toMatchObject({ content: [{ phone: C }], next: null, totalElements: 3 });

    const refused = await setup.admin.call(calls.jobPhones, {
      params: { id: String(number) },
      body: { after: 'somewhere' },
    });
    expect(refused.json()).toMatchObject({ code: 'INVALID', details: [{ field: 'after' }] });
  });

  it('takes an empty filter of the list for one that was not filled in, and refuses what is no number', async () => {
    await setup.created('998901234567', { name: 'In the list', hold: 'true' });
    const list = (query: string) => setup.admin.inject({ method: 'GET', url: `/api/v2/job/list?${query}` });
    const all = await list('');
    expect((await list('name=&number=&createdBy=')).json()).toEqual(all.json());
    expect((await list('number=999999')).json()).toEqual([]);
    expect((await list('number=%20')).statusCode).toBe(400);
    expect((await list('number=x')).json()).toMatchObject({ code: 'INVALID', details: [{ field: 'number' }] });
  });

  it('makes FOUND final only with its profile, in whichever order both come, and nothing final is changed by repeats', async () => {
    const { number } = await setup.created(`${A}\n${B}\n${C}`);
    const { job } = await requestOf(number);
    const found = phoneResolvedEvent({ phone: A, job });
    await setup.bus.deliver(found);
    expect(await setup.phones(number)).toEqual({ [A]: 'SENT', [B]: 'SENT', [C]: 'SENT' });
    await setup.bus.deliver(profileUpdatedEvent({ phone: B, job }), profileUpdatedEvent({ phone: A, job }));
    await setup.bus.deliver(phoneResolvedEvent({ phone: B, job }));
    expect(await setup.phones(number)).toEqual({ [A]: 'FOUND', [B]: 'FOUND', [C]: 'SENT' });
    await setup.bus.deliver(
      found,
      phoneResolvedEvent({ phone: A, job, status: 'FAILED' }),
      profileUpdatedEvent({ phone: A, job }),
    );
    await setup.bus.deliver(phoneResolvedEvent({ phone: C, job, status: 'NOT_FOUND' }));
    await setup.bus.deliver(phoneResolvedEvent({ phone: '+998901234599', job }));
    expect(await setup.job(number)).toMatchObject({
      status: 'DONE',
      counts: { FOUND: 2, NOT_FOUND: 1 },
      phonesSent: 3,
      progress: 100,
    });
    const page = await setup.admin.call(calls.jobPhones, {
      params: { id: String(number) },
      body: { filters: { status: ['FOUND'] } },
    });
    expect(JobPhonePage.parse(page.json()).content[0]).toMatchObject({
      phone: A,
      sources: [{ source: 'TELEGRAM', status: 'FOUND' }],
    });
  });

  it('puts back what was handed out when it pauses, still takes late answers, and asks only the rest again', async () => {
    const { number } = await setup.created(`${A}\n${B}`);
    const { job } = await requestOf(number);
    expect(Job.parse((await setup.set(number, 'PAUSED')).json()).counts).toMatchObject({ PENDING: 2, SENT: 0 });
    await setup.bus.deliver(phoneResolvedEvent({ phone: A, job, status: 'NOT_FOUND' }));
    expect(await setup.phones(number)).toEqual({ [A]: 'NOT_FOUND', [B]: 'PENDING' });
    await setup.set(number, 'IN_PROGRESS');
    expect(await requestOf(number, 1)).toMatchObject({ run: 2, phones: [B], job });
  });

  it('asks again only what failed', async () => {
    const { number } = await setup.created(`${A}\n${B}\n${C}`);
    const { job } = await requestOf(number);
    const at = Date.now();
    const failed = { source: 'SKYPE', status: 'FAILED', at, cached: false, message: 'out of order' } as const;
    const nothing = { source: 'VIBER', status: 'NOT_FOUND', at, cached: false } as const;
    await setup.bus.deliver(
      phoneResolvedEvent({ phone: A, job, status: 'FAILED', sources: [failed, nothing] }),
      phoneResolvedEvent({ phone: B, job, status: 'FOUND', sources: [failed, { ...nothing, status: 'FOUND' }] }),
      phoneResolvedEvent({ phone: C, job, status: 'NOT_FOUND', sources: [nothing] }),
    );
    await setup.bus.deliver(profileUpdatedEvent({ phone: B, job }));
    expect((await setup.job(number)).status).toBe('DONE');
    const retried = await setup.admin.call(calls.retryFailed, { params: { number: String(number) } });
    expect(Job.parse(retried.json())).toMatchObject({ status: 'IN_PROGRESS', counts: { NOT_FOUND: 1 } });
    expect(await requestOf(number, 1)).toMatchObject({ only: ['SKYPE'], phones: [A, B], job });
    await setup.bus.deliver(
      phoneResolvedEvent({ phone: A, job, status: 'NOT_FOUND', sources: [{ ...failed, status: 'NOT_FOUND' }] }),
      phoneResolvedEvent({ phone: B, job, status: 'NOT_FOUND', sources: [{ ...failed, status: 'NOT_FOUND' }] }),
    );
    expect(await setup.job(number)).toMatchObject({ status: 'DONE', counts: { FOUND: 1, NOT_FOUND: 2, FAILED: 0 } });
    const rest = await setup.admin.call(calls.exportJobRemainder, {
      params: { jobNumber: String(number) },
      query: { page: 0, size: 1 },
    });
    expect(rest.json()).toMatchObject({
      totalElements: 2,
      totalPages: 2,
      content: [{ phone: A, sources: [{ source: 'SKYPE' }, { source: 'VIBER' }] }],
    });
    const bare = await setup.admin.call(calls.exportJobRemainder, {
      params: { jobNumber: String(number) },
    });
    expect(bare.json()).toMatchObject({
      statusCode: 400,
      message: 'Required parameter page was null or undefined when calling exportJobRemainder',
    });
    setup.kit.requirePurpose = true;
    const ask = (purpose: string) =>
      setup.admin.call(calls.exportJobRemainder, {
        params: { jobNumber: String(number) },
        query: { page: 0, size: 1, purpose },
      });
    expect(codeOf(await ask(' '))).toBe('PURPOSE_REQUIRED');
    expect((await ask('Case 7')).statusCode).toBe(200);
    await setup.bus.waitFor('audit.logged', ({ data }) => data.args['purpose'] === 'Case 7');
    setup.kit.requirePurpose = false;
  });

  it('goes through no further pass because what failed of an ended job is asked again', async () => {
    const { number } = await setup.created(A, { name: 'Stopped', iteration: '0', schedule: 'daily' });
    const request = await requestOf(number);
    const answer = (phones: string[], status: Answer) =>
      setup.bus.deliver(...answers({ ...request, phones }, () => status));
    await answer([A], 'FAILED');
    expect(await setup.job(number)).toMatchObject({ status: 'SCHEDULED', nextPassAt: expect.any(Number) });
    await setup.set(number, 'DONE');
    await setup.admin.call(calls.retryFailed, { params: { number: String(number) } });
    expect(await requestOf(number, 1)).toMatchObject({ run: 2, phones: [A], job: { pass: 1 } });
    await setup.set(number, 'PAUSED');
    await setup.set(number, 'IN_PROGRESS');
    expect(await requestOf(number, 2)).toMatchObject({ run: 3, phones: [A], job: { pass: 1 } });
    await answer([A], 'NOT_FOUND');
    expect(await setup.job(number)).toMatchObject({ status: 'DONE', pass: 1, nextPassAt: null });
    // Played, it goes on as before.
    await setup.set(number, 'IN_PROGRESS');
    const next = await requestOf(number, 3);
    expect(next.job.pass).toBe(2);
    await setup.bus.deliver(...answers(next, () => 'NOT_FOUND'));
    expect(await setup.job(number)).toMatchObject({ status: 'SCHEDULED', nextPassAt: expect.any(Number) });
  });

  it('tells the audit how jobs are called, refused or not, also once they are gone', async () => {
    const job = await setup.created(`${A}\n${B}`, { name: 'Harbour' });
    const other = await setup.created(C, { name: 'Quay' });
    const told = (outcome: string, field: string, value: unknown) =>
      setup.bus.waitFor(
        'audit.logged',
        ({ data }) => data.outcome === outcome && JSON.stringify(data.args[field]) === JSON.stringify(value),
      );
    await setup.set(job.number, 'PAUSED');
    const paused = { number: String(job.number), jobStatus: 'PAUSED', jobNumber: job.number, jobName: 'Harbour' };
    expect((await told('OK', 'jobName', 'Harbour')).data.args).toMatchObject(paused);
    await setup.set(job.number, 'PAUSED');
    expect((await told('WRONG_STATE', 'jobName', 'Harbour')).data.args).toMatchObject(paused);
    await setup.admin.call(calls.mergeJobs, { body: { sourceNumbers: [other.number], targetNumber: job.number } });
    await told('OK', 'jobNames', [`${job.number} Harbour`, `${other.number} Quay`]);
  });

  it('tells the audit how a job is called of which something is read, by its id or number', async () => {
    const { id, number } = await setup.created(A, { name: 'Harbour' });
    const params = { number: String(number) };
    const told = (details: string) =>
      setup.bus.waitFor(
        'audit.logged',
        ({ data }) =>
          data.details === details && data.args['jobNumber'] === number && data.args['jobName'] === 'Harbour',
      );
    await setup.admin.call(calls.jobPhones, { params: { id }, body: {} });
    await told(calls.jobPhones.summary);
    for (const call of [calls.getJob, calls.jobSources, calls.jobPasses] as const) {
      await setup.admin.call(call, { params });
      await told(call.summary);
    }
    await setup.admin.call(calls.jobProgress, { params, query: {} });
    await told(calls.jobProgress.summary);
    const query = { page: '0', size: '15' };
    await setup.admin.call(calls.exportJobRemainder, { params: { jobNumber: String(number) }, query });
    await told(calls.exportJobRemainder.summary);
  });

  it('refuses to run again what has not one valid number', async () => {
    const { number } = await setup.created('12\n13');
    expect(await setup.reaches(number, 'DONE')).toMatchObject({
      progress: 100,
      counts: { NOT_VALID: 2 },
      actions: ['MERGE', 'DELETE', 'UPDATE'],
    });
    const refused = await setup.set(number, 'IN_PROGRESS');
    expect([refused.statusCode, codeOf(refused)]).toEqual([422, 'RERUN_INVALID']);
  });

  it('merges jobs with what is known, opens a done target again, and lets late answers find their way', async () => {
    const target = await setup.created(`${A}\n${B}`, { name: 'Target' });
    const source = await setup.created(`${B}\n${C}\n12`, { name: 'Source' });
    const [first, second] = [await requestOf(target.number), await requestOf(source.number)];
    await setup.bus.deliver(...answers({ ...first }, () => 'NOT_FOUND'));
    expect((await setup.job(target.number)).status).toBe('DONE');
    const merged = await setup.admin.call(calls.mergeJobs, {
      body: { sourceNumbers: [source.number], targetNumber: target.number },
    });
    expect(Job.parse(merged.json())).toMatchObject({ number: target.number, totalPhoneNumbers: 4, duplicates: 1 });
    expect(await setup.job(source.number)).toMatchObject({ status: 'MERGED', mergedInto: target.number, actions: [] });
    await setup.bus.deliver(phoneResolvedEvent({ phone: C, job: second.job, status: 'NOT_FOUND' }));
    expect(await setup.job(target.number)).toMatchObject({
      status: 'DONE',
      counts: { NOT_FOUND: 3, NOT_VALID: 1, PENDING: 0, SENT: 0 },
    });
    const again = await setup.admin.call(calls.mergeJobs, {
      body: { sourceNumbers: [source.number], targetNumber: target.number },
    });
    expect(again.json()).toMatchObject({
      code: 'WRONG_STATE',
      details: { number: source.number, status: 'MERGED', allowed: [] },
    });
    const self = await setup.admin.call(calls.mergeJobs, {
      body: { sourceNumbers: [target.number], targetNumber: target.number },
    });
    expect(codeOf(self)).toBe('INVALID');
  });

  it('updates and patches what may be changed', async () => {
    const { number, id } = await setup.created(A, { name: 'x', hold: 'true' });
    const updated = await setup.admin.call(calls.updateJob, {
      params: { number: id },
      body: { name: 'New', iteration: 0, purpose: 'why' },
    });
    expect(updated.json()).toMatchObject({
      number,
      name: 'New',
      cyclic: true,
      iteration: 0,
      purpose: 'why',
      type: 'REGULAR',
    });
    const patched = await setup.admin.call(calls.patchJob, {
      params: { id: String(number) },
      body: { type: 'PRIORITY' },
    });
    expect(patched.json()).toMatchObject({ prioritized: true, type: 'PRIORITY', iteration: 0 });
    expect(codeOf(await setup.admin.call(calls.updateJob, { params: { number: id }, body: { name: '' } }))).toBe(
      'JOB_NAME_REQUIRED',
    );
    expect(codeOf(await setup.admin.call(calls.patchJob, { params: { id }, body: {} }))).toBe('INVALID');
  });

  it('tells before the start what a job would do', async () => {
    setup.client.answer({
      planLookups: ({ body: { phones } }) => ({
        sources: [
          {
            source: 'SKYPE',
            fresh: 1,
            calls: phones.length - 1,
            quotaLeft: 100,
            cost: 0.5,
            perSecond: 10,
            pausedBy: null,
          },
        ],
        allFresh: 1,
        lineChecks: 1,
        doNotLookUp: 2,
      }),
    });
    const { number } = await setup.created(`${A}\n${A}\n+14155552671\n12`, { name: 'x', hold: 'true' });
    const preflight = await setup.admin.call(calls.jobPreflight, { params: { number: String(number) } });
    expect(JobPreflight.parse(preflight.json())).toEqual({
      number,
      valid: 2,
      notValid: 1,
      duplicates: 1,
      fresh: 1,
      doNotLookUp: 2,
      countries: expect.arrayContaining([
        { country: 'UZ', phones: 1 },
        { country: 'US', phones: 1 },
      ]),
      sources: [
        {
          source: 'SKYPE',
          calls: 1,
          fresh: 1,
          quotaLeft: 100,
          cost: 0.5,
          estimatedMs: 100,
          pausedBy: null,
          resumesAt: null,
        },
      ],
      lineChecks: 1,
      cost: 0.5,
      estimatedMs: 100,
      laterPass: null,
    });
  });

  it('tells what each pass after the one that begins takes: all numbers, and nothing that is reused', async () => {
    setup.client.answer({
      planLookups: ({ body: { phones, reuseFresh } }) => {
        const asked = reuseFresh ? 0 : phones.length;
        const source = { source: 'OFFICE', fresh: phones.length - asked, calls: asked, quotaLeft: null, cost: asked };
        return {
          sources: [{ ...source, perSecond: 1, pausedBy: null, resumesAt: null }],
          allFresh: phones.length - asked,
          lineChecks: 0,
          doNotLookUp: 0,
        };
      },
    });
    const planned = async (ref: number) =>
      JobPreflight.parse((await setup.admin.call(calls.jobPreflight, { params: { number: String(ref) } })).json());
    const { number } = await setup.created(`${A}\n${B}`, { name: 'Twice', hold: 'true', iteration: '2' });
    expect(await planned(number)).toMatchObject({ cost: 0, laterPass: { cost: 2, estimatedMs: 2000 } });
    await setup.set(number, 'IN_PROGRESS');
    const { job } = await requestOf(number);
    await setup.bus.deliver(phoneResolvedEvent({ phone: A, job, status: 'NOT_FOUND' }));
    await setup.set(number, 'PAUSED');
    expect(await planned(number)).toMatchObject({ fresh: 1, laterPass: { cost: 2 } });
    const endless = await setup.created(A, { name: 'Endless', hold: 'true', iteration: '0' });
    expect(await planned(endless.number)).toMatchObject({ cost: 0, laterPass: { cost: 1 } });
    // Stopped, only what failed of it is asked again.
    const stopped = await setup.created(`${A}\n${B}`, { name: 'Stopped', iteration: '2' });
    const { job: place } = await requestOf(stopped.number);
    const sources = [{ source: 'OFFICE', status: 'FAILED', at: 1, cached: false } as const];
    await setup.bus.deliver(phoneResolvedEvent({ phone: A, job: place, status: 'FAILED', sources }));
    await setup.set(stopped.number, 'DONE');
    await setup.admin.call(calls.retryFailed, { params: { number: String(stopped.number) } });
    await setup.set(stopped.number, 'PAUSED');
    expect(await planned(stopped.number)).toMatchObject({ laterPass: null });
  });

  it('promises no fresh answers before what asks anew: later passes, and the main job', async () => {
    setup.client.answer({ planLookups: () => ({ sources: [], allFresh: 0 }) });
    const planned = async (ref: number) => {
      const before = setup.client.madeTo('planLookups').length;
      await setup.admin.call(calls.jobPreflight, { params: { number: String(ref) } });
      return setup.client.madeTo('planLookups')[before]?.body;
    };
    const answerIn = async (job: { id: string; number: number; pass: number }, ...phones: string[]) =>
      setup.bus.deliver(...phones.map((phone) => phoneResolvedEvent({ phone, job, status: 'NOT_FOUND' })));

    const { number } = await setup.created(`${A}\n${B}`, { name: 'Twice', hold: 'true', iteration: '2' });
    expect(await planned(number)).toEqual({ phones: [A, B], reuseFresh: true });
    await setup.set(number, 'IN_PROGRESS');
    const first = await requestOf(number);
    await answerIn(first.job, A);
    await setup.set(number, 'PAUSED');
    expect(await planned(number)).toEqual({ phones: [B], reuseFresh: true });
    await setup.set(number, 'IN_PROGRESS');
    await answerIn((await requestOf(number, first.run)).job, B);
    const second = await requestOf(number, first.run + 1);
    expect(second).toMatchObject({ job: { pass: 2 }, reuseFresh: false });
    await answerIn(second.job, A);
    await setup.set(number, 'PAUSED');
    expect(await planned(number)).toEqual({ phones: [B], reuseFresh: false });
    await setup.set(number, 'IN_PROGRESS');
    await answerIn((await requestOf(number, second.run)).job, B);
    expect((await setup.job(number)).status).toBe('DONE');
    expect(await planned(number)).toEqual({ phones: [A, B], reuseFresh: false });

    // One that waits for its second pass looks all up in it, also what joined it meanwhile.
    const daily = await setup.created(A, { name: 'Daily', iteration: '0', schedule: 'daily' });
    await answerIn((await requestOf(daily.number)).job, A);
    await setup.created(B, { targetNumber: String(daily.number) });
    await setup.set(daily.number, 'PAUSED');
    expect(await planned(daily.number)).toEqual({ phones: [A, B], reuseFresh: false });

    await setup.service.app.inject({
      method: 'POST',
      url: calls.requestRefresh.path,
      headers: { authorization: `Bearer ${setup.serviceToken('profiles')}` },
      payload: { phone: C, requestedBy: 'admin' },
    });
    const main = Job.parse((await setup.admin.call(calls.mainJob, {})).json());
    // It runs: asked while its number is being handed out, it may have none to plan for.
    expect(await requestOf(main.number)).toMatchObject({ phones: [C], reuseFresh: false });
    expect(await planned(main.number)).toEqual({ phones: [C], reuseFresh: false });
  });

  it('removes the phones of a deleted job, and its results that come late change nothing', async () => {
    const { number, id } = await setup.created(A);
    const { job } = await requestOf(number);
    await setup.set(number, 'PAUSED');
    expect((await setup.set(id, 'DELETED')).json()).toMatchObject({ status: 'DELETED', actions: [] });
    await setup.bus.deliver(phoneResolvedEvent({ phone: A, job, status: 'FAILED' }));
    for (const ref of [id, String(number)])
      expect((await setup.admin.call(calls.getJob, { params: { number: ref } })).statusCode).toBe(404);
    expect((await setup.created(B, { name: 'Next', hold: 'true' })).number).toBe(number + 1);
    expect(await setup.bus.deadLetters(1)).toEqual([]);
  });

  it('lets only administrators in', async () => {
    const user = setup.service.app.inject({
      method: 'POST',
      url: '/api/v2/job',
      headers: { authorization: `Bearer ${setup.tokenFor('USER')}` },
      payload: {},
    });
    expect((await user).statusCode).toBe(403);
  });
});
