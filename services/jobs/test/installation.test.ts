import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { calls, Job, JobPage } from '@numscope/contracts';
import { askUntil } from '@numscope/testing/ask-until';
import { answerAll, codeOf, type Setup, setUp } from './setup.ts';

const A = '+998901234561';
const B = '+998901234562';
const C = '+998901234563';

describe('an installation', () => {
  let setup: Setup;
  beforeEach(async () => {
    setup = await setUp();
  });
  afterEach(() => setup.close());

  const requestOf = async (number: number, after = 0) =>
    (await setup.bus.waitFor('phone.requested', ({ data }) => data.job.number === number && data.run > after)).data;

  it('has a main job from the first start, which nobody can stop', async () => {
    const main = Job.parse((await setup.admin.call(calls.mainJob)).json());
    expect(main).toMatchObject({
      number: 1,
      name: 'Main job',
      mainJob: true,
      status: 'IN_PROGRESS',
      actions: ['UPDATE'],
    });
    for (const status of ['PAUSED', 'DONE', 'CANCELED', 'DELETED'])
      expect(codeOf(await setup.set(1, status))).toBe('MAIN_JOB');
    // Nothing is offered that would be refused as well.
    const refused = (await setup.set(1, 'IN_PROGRESS')).json();
    expect(refused).toMatchObject({ code: 'WRONG_STATE', details: { status: 'IN_PROGRESS', allowed: [] } });
    const { number } = await setup.created(A, { name: 'x', hold: 'true' });
    expect(
      codeOf(await setup.admin.call(calls.mergeJobs, { body: { sourceNumbers: [1], targetNumber: number } })),
    ).toBe('MAIN_JOB');
    await setup.restart();
    expect((await setup.admin.call(calls.mainJob)).json()).toEqual(main);
  });

  it('looks a single number up through the main job, again and again', async () => {
    const consumer = await answerAll(setup);
    const refresh = async () => {
      const response = await setup.service.app.inject({
        method: 'POST',
        url: calls.requestRefresh.path,
        headers: { authorization: `Bearer ${setup.serviceToken('profiles')}` },
        payload: { phone: A, requestedBy: 'admin' },
      });
      return response.json() as unknown;
    };
    expect(await refresh()).toEqual({ phone: A, jobNumber: 1, kept: false });
    const first = await requestOf(1);
    expect(first).toMatchObject({ lane: 'PRIORITY', reuseFresh: false, phones: [A] });
    await setup.bus.settled();
    expect(await setup.phones(1)).toEqual({ [A]: 'FOUND' });
    await consumer.close();
    await refresh();
    await refresh();
    const second = await setup.bus.waitFor('phone.requested', ({ data }) => data.job.pass > first.job.pass);
    expect(second.data.phones).toEqual([A]);
    // On MongoDB it goes out first and is marked then.
    expect(
      await askUntil(
        () => setup.job(1),
        ({ counts }) => counts.SENT === 1,
      ),
    ).toMatchObject({
      totalPhoneNumbers: 1,
      counts: { SENT: 1, PENDING: 0 },
      status: 'IN_PROGRESS',
      subtype: 'SINGLE',
    });
  });

  it('goes through its passes by its schedule, does not reuse fresh answers in later ones, and may be played again', async () => {
    setup.clock.freeze('2026-11-20T10:00:00Z');
    await answerAll(setup, (phone) => (phone === A ? 'NOT_FOUND' : 'FOUND'));
    const { number } = await setup.created(`${A}\n${B}`, { name: 'Twice', iteration: '2', schedule: 'daily' });
    await setup.bus.waitFor(
      'job.status-changed',
      ({ data }) => data.number === number && data.from === 'IN_PROGRESS' && data.to === 'SCHEDULED',
    );
    expect(await setup.job(number)).toMatchObject({
      status: 'SCHEDULED',
      pass: 1,
      counts: { FOUND: 1, NOT_FOUND: 1 },
      finishedOn: null,
    });
    setup.clock.advance(86_400_000);
    await setup.bus.waitFor('job.status-changed', ({ data }) => data.number === number && data.to === 'DONE');
    expect(await setup.job(number)).toMatchObject({ status: 'DONE', pass: 2, counts: { FOUND: 1, NOT_FOUND: 1 } });
    await setup.set(number, 'IN_PROGRESS');
    await setup.bus.waitFor('phone.requested', ({ data }) => data.job.number === number && data.job.pass === 3);
    const requests = setup.bus.published('phone.requested').filter(({ data }) => data.job.number === number);
    expect(requests.map(({ data }) => [data.job.pass, data.reuseFresh])).toEqual([
      [1, true],
      [2, false],
      [3, false],
    ]);
  });

  it('lists, finds and sorts', async () => {
    await setup.created(A, { name: 'Список', hold: 'true' });
    await setup.created(`${A}\n${B}`, { name: 'Second', hold: 'true' });
    const names = async (body: object) =>
      JobPage.parse((await setup.admin.call(calls.searchJobs, { raw: body })).json()).content.map((job) => job.name);
    expect(await names({})).toEqual(['Second', 'Список']);
    expect(await names({ jobName: 'СПИ' })).toEqual(['Список']);
    expect(await names({ jobNumber: '3' })).toEqual(['Second']);
    expect(await names({ jobNumber: 1 })).toEqual(['Main job']);
    expect(await names({ mainJob: true })).toEqual(['Main job']);
    expect(await names({ status: ['DONE'] })).toEqual([]);
    expect(await names({ sort: { field: 'totalPhoneNumbers', direction: 'ASC' } })).toEqual(['Список', 'Second']);
    expect(await names({ page: 1, size: 1 })).toEqual(['Список']);
    const found = await setup.admin.call(calls.findJobs, { query: { nameOrNumber: '2' } });
    expect((found.json() as Job[]).map((job) => job.name)).toEqual(['Список']);
    expect((await setup.admin.call(calls.listJobs, { query: { batch: 1 } })).json()).toHaveLength(1);
    expect(
      codeOf(await setup.admin.call(calls.searchJobs, { body: { sort: { field: 'secret', direction: 'ASC' } } })),
    ).toBe('INVALID');
  });

  it('refuses a filter with a name that it does not know, instead of listing everything', async () => {
    const { id } = await setup.created(A, { name: 'x', hold: 'true' });
    const phones = { params: { id } };
    for (const [key, answer] of [
      ['name', await setup.admin.call(calls.searchJobs, { raw: { name: 'x' } })],
      ['filters', await setup.admin.call(calls.searchJobs, { raw: { filters: { jobName: 'x' } } })],
      ['status', await setup.admin.call(calls.jobPhones, { ...phones, raw: { status: ['FOUND'] } })],
      ['statuses', await setup.admin.call(calls.jobPhones, { ...phones, raw: { filters: { statuses: ['FOUND'] } } })],
    ] as const)
      expect(answer.json()).toMatchObject({
        statusCode: 400,
        code: 'INVALID',
        details: [{ message: expect.stringContaining(`"${key}"`) }],
      });
  });
});

describe('slots and priority', () => {
  it('runs as many jobs as there are slots, and a priority job before all others', async () => {
    const setup = await setUp({ maxRunningJobs: 1, requirePurpose: true });
    expect(codeOf(await setup.upload(A, { name: 'x' }))).toBe('PURPOSE_REQUIRED');
    const many = Array.from({ length: 6000 }, (_none, index) => 998901000000 + index).join('\n');
    const first = await setup.created(many, { name: 'First', purpose: 'p' });
    await setup.bus.waitFor('phone.requested', ({ data }) => data.job.number === first.number);
    const second = await setup.created(B, { name: 'Second', purpose: 'p' });
    const urgent = await setup.created(C, { name: 'Urgent', purpose: 'p', prioritised: 'true' });
    await setup.bus.waitFor('phone.requested', ({ data }) => data.job.number === urgent.number);
    expect((await setup.job(second.number)).status).toBe('SCHEDULED');
    const { counts } = await askUntil(
      () => setup.job(first.number),
      (job) => job.counts.SENT === 4000,
    );
    expect(counts).toMatchObject({ SENT: 4000, PENDING: 2000 });
    await answerAll(setup);
    await setup.reaches(second.number, 'DONE');
    await setup.reaches(first.number, 'DONE');
    const asked = setup.bus.published('phone.requested').flatMap(({ data }) => data.phones);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked).toHaveLength(6002);
    await setup.close();
  });
});
