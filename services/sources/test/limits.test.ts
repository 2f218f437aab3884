import { describe, expect, it } from '@jest/globals';
import { calls, PlanAnswer, SourceInfo } from '@numscope/contracts';
import { json, phoneOf } from './support/fake-provider.ts';
import { provide, type Reply, start } from './support/each-test.ts';
import { officeYaml, phones, type SourcesUnderTest } from './support/sources-under-test.ts';

const info = async (sources: SourcesUnderTest): Promise<SourceInfo> =>
  SourceInfo.parse((await sources.admin.call(calls.getSource, { params: { name: 'OFFICE' } })).json());

const later = (ms: number, reply: Reply): Reply => {
  return (call, response) => void setTimeout(() => void reply(call, response), ms);
};
const known: Reply = (_call, response) => json(response, { names: ['Anvar'] });

describe('concurrency', () => {
  it('is never exceeded, and fully used', async () => {
    const provider = await provide(later(20, known));
    const sources = await start({ yaml: officeYaml(provider.url, ['limits: { concurrency: 5 }']) });
    await sources.lookUp(phones(60));
    expect(provider.widest()).toBe(5);
  });

  it('serves PRIORITY before what waited longer', async () => {
    const provider = await provide(later(20, known));
    const sources = await start({ yaml: officeYaml(provider.url, ['limits: { concurrency: 2 }']) });
    const slow = phones(40);
    const urgent = phones(4, 998_910_000_000);
    await sources.send(slow);
    await sources.lookUp(urgent, { lane: 'PRIORITY', job: { id: 'job-2', number: 2, pass: 1 } });
    const order = provider.seen.map((call) => `+${phoneOf(call)}`);
    expect(order.findLastIndex((phone) => urgent.includes(phone))).toBeLessThan(20);
  });
});

describe('the rate', () => {
  it('is kept in every second', async () => {
    const provider = await provide(known);
    const sources = await start({ yaml: officeYaml(provider.url, ['limits: { concurrency: 32, perSecond: 40 }']) });
    await sources.lookUp(phones(60));
    const times = provider.seen.map(({ at }) => at);
    for (const from of times)
      expect(times.filter((at) => at >= from && at < from + 1000).length).toBeLessThanOrEqual(40);
  });
});

describe('the quota of a day', () => {
  it('has what is over it wait, is shown, outlives a restart, and begins anew the next day', async () => {
    const provider = await provide(known);
    const sources = await start({
      yaml: officeYaml(provider.url, ['accounts: [{ name: a, perDay: 2 }, { name: b, perDay: 1 }]', 'freshForDays: 0']),
    });
    sources.kit.clock.freeze('2026-11-20T10:00:00Z');
    const first = await sources.lookUp(phones(5));
    expect(first.map(({ status }) => status).toSorted()).toEqual(['FAILED', 'FAILED', 'FOUND', 'FOUND', 'FOUND']);
    expect(first.map(({ waiting }) => waiting).filter((waiting) => waiting !== undefined)).toEqual([
      [{ source: 'OFFICE', resumesAt: Date.parse('2026-11-21') }],
      [{ source: 'OFFICE', resumesAt: Date.parse('2026-11-21') }],
    ]);
    expect(await info(sources)).toMatchObject({
      state: 'WAITING_QUOTA',
      resumesAt: Date.parse('2026-11-21'),
      quota: { perDay: 3, used: 3, left: 0, resetsAt: Date.parse('2026-11-21') },
      accounts: [
        { name: 'a', perDay: 2, used: 2 },
        { name: 'b', perDay: 1, used: 1 },
      ],
    });
    await sources.restart();
    expect(await info(sources)).toMatchObject({ state: 'WAITING_QUOTA', quota: { used: 3, left: 0 } });
    expect((await sources.admin.call(calls.testSource, { params: { name: 'OFFICE' } })).json()).toMatchObject({
      statusCode: 409,
      code: 'QUOTA',
    });
    sources.kit.clock.freeze('2026-11-21T00:00:01Z');
    const [next] = await sources.lookUp(phones(1), { job: { id: 'job-1', number: 1, pass: 2 } });
    expect(next?.status).toBe('FOUND');
    expect(provider.seen).toHaveLength(4);
  });
});

describe('quotas of a minute and a month', () => {
  it('are kept together, outlive a restart, and say when they go on', async () => {
    const provider = await provide(known);
    const sources = await start({
      yaml: officeYaml(provider.url, ['limits: { perMinute: 3, perMonth: 5 }', 'freshForDays: 0']),
    });
    sources.kit.clock.freeze('2026-11-20T10:00:20Z');
    const waits = async (): Promise<number> =>
      (await sources.lookUp(phones(10))).filter(({ waiting }) => waiting !== undefined).length;
    expect(await waits()).toBe(7);
    await sources.restart();
    expect(await info(sources)).toMatchObject({
      state: 'WAITING_QUOTA',
      resumesAt: Date.parse('2026-11-20T10:01:00Z'),
    });
    expect(await waits()).toBe(7);
    expect(provider.seen).toHaveLength(3);
    sources.kit.clock.freeze('2026-11-20T10:01:00Z');
    expect((await info(sources)).state).toBe('CLOSED');
    expect(await waits()).toBe(5);
    expect(provider.seen).toHaveLength(5);
    expect((await info(sources)).resumesAt).toBe(Date.parse('2026-12-01'));
    await sources.restart();
    sources.kit.clock.freeze('2026-11-30T23:59:00Z');
    expect(await waits()).toBe(5);
    sources.kit.clock.freeze('2026-12-01T00:00:00Z');
    expect(await waits()).toBe(2);
    expect(provider.seen).toHaveLength(8);
  });

  it('are not waited for once an administrator ended that, until they are renewed', async () => {
    const provider = await provide(known);
    const sources = await start({ yaml: officeYaml(provider.url, ['limits: { perDay: 1 }', 'freshForDays: 0']) });
    sources.kit.clock.freeze('2026-11-20T10:00:00Z');
    const end = () => sources.admin.call(calls.endWaiting, { params: { name: 'OFFICE' } });
    expect((await end()).statusCode).toBe(409);
    await sources.lookUp(phones(2));
    expect((await end()).json()).toMatchObject({ state: 'WAITING_QUOTA', waitingEndedBy: 'admin' });
    await sources.restart();
    const [failed] = await sources.lookUp(phones(1, 998_910_000_000));
    expect(failed?.sources.at(-1)).toMatchObject({
      status: 'FAILED',
      message: 'not asked: its quota is used up, more from 2026-11-21T00:00:00.000Z; admin ended the waiting',
    });
    const entry = await sources.kit.bus.waitFor(
      'audit.logged',
      ({ data }) => data.details === "End the waiting for a source's quota" && data.outcome === 'OK',
    );
    expect(entry.data).toMatchObject({ actionType: 'SOURCE', username: 'admin', args: { name: 'OFFICE' } });
    sources.kit.clock.freeze('2026-11-21T00:00:00Z');
    const [found] = await sources.lookUp(phones(1, 998_910_000_000), { only: ['OFFICE'] });
    expect(found?.status).toBe('FOUND');
  });
});

describe('a source that is down', () => {
  it('is left alone soon, holds nobody up, and is asked again once it is well', async () => {
    let isWell = false;
    const provider = await provide((call, response) => (isWell ? known(call, response) : json(response, {}, 503)));
    const sources = await start({ yaml: officeYaml(provider.url, ['retries: 0', 'limits: { concurrency: 4 }']) });
    const resolved = await sources.lookUp(phones(300));
    expect(new Set(resolved.map(({ status }) => status))).toEqual(new Set(['FAILED']));
    expect(provider.seen.length).toBeLessThan(60);
    expect(await info(sources)).toMatchObject({ state: 'OPEN', lastError: { message: 'failed with status 503' } });
    isWell = true;
    await sources.admin.call(calls.resumeSource, { params: { name: 'OFFICE' } });
    const [next] = await sources.lookUp(phones(1), { only: ['OFFICE'] });
    expect(next?.status).toBe('FOUND');
  });

  it('leaves what other sources know', async () => {
    const [well, down] = [await provide(known), await provide((_call, response) => json(response, {}, 500))];
    const yaml = `${officeYaml(well.url)}\n  BROKEN:\n    connector: http\n    retries: 0\n    request: { url: "${down.url}/{phone}" }`;
    const sources = await start({ yaml });
    const [resolved] = await sources.lookUp(phones(1));
    expect(resolved?.status).toBe('FOUND');
    expect(resolved?.sources.map(({ source, status }) => `${source} ${status}`)).toEqual([
      'NUMBERING_PLAN FOUND',
      'OFFICE FOUND',
      'BROKEN FAILED',
    ]);
  });
});

describe('a paused source', () => {
  it('is not asked, also after a restart, until it is resumed; both are audited with the change', async () => {
    const provider = await provide(known);
    const sources = await start({ yaml: officeYaml(provider.url) });
    const paused = await sources.admin.call(calls.pauseSource, { params: { name: 'OFFICE' } });
    expect(paused.json()).toMatchObject({ state: 'PAUSED', pausedBy: 'admin' });
    await sources.restart();
    const [resolved] = await sources.lookUp(phones(1));
    expect(resolved?.sources.at(-1)).toMatchObject({ status: 'FAILED', message: 'not asked: paused by admin' });
    expect(provider.seen).toHaveLength(0);
    const resumed = await sources.admin.call(calls.resumeSource, { params: { name: 'OFFICE' } });
    expect(resumed.json()).toMatchObject({ state: 'CLOSED', pausedBy: null });
    const [again] = await sources.lookUp(phones(1), { only: ['OFFICE'] });
    expect(again?.status).toBe('FOUND');
    const entry = await sources.kit.bus.waitFor('audit.logged', ({ data }) => data.details === 'Resume a source');
    expect(entry.data).toMatchObject({
      actionType: 'SOURCE',
      username: 'admin',
      args: { name: 'OFFICE' },
      outcome: 'OK',
    });
  });

  it('would be asked nothing, and the plan of a job says by whom it is paused', async () => {
    const sources = await start({ yaml: officeYaml('http://127.0.0.1:1', ['cost: 2']) });
    const plan = async () =>
      PlanAnswer.parse((await sources.internal.call(calls.planLookups, { body: { phones: phones(3) } })).json());
    expect((await plan()).sources).toMatchObject([{ source: 'OFFICE', calls: 3, cost: 6, pausedBy: null }]);
    for (const name of ['OFFICE', 'NUMBERING_PLAN']) await sources.admin.call(calls.pauseSource, { params: { name } });
    expect((await plan()).sources).toMatchObject([
      { source: 'OFFICE', calls: 0, cost: 0, pausedBy: 'admin' },
      { source: 'NUMBERING_PLAN', calls: 0, cost: 0, pausedBy: 'admin' },
    ]);
  });
});

describe('the numbering plan, paused by hand', () => {
  const refused = { source: 'NUMBERING_PLAN', status: 'FAILED', message: 'not asked: paused by admin' };
  const named = { params: { name: 'NUMBERING_PLAN' } };

  it.each([
    ['alone', false],
    ['beside others', true],
  ])('%s is PAUSED and is not asked, also after a restart, until it is resumed', async (_how, sandbox) => {
    const sources = await start({ sandbox });
    const paused = await sources.admin.call(calls.pauseSource, named);
    expect([paused.statusCode, paused.json()]).toMatchObject([
      200,
      { configured: true, state: 'PAUSED', pausedBy: 'admin' },
    ]);
    await sources.restart();
    expect((await sources.admin.call(calls.getSource, named)).json()).toMatchObject({
      state: 'PAUSED',
      pausedBy: 'admin',
    });
    const [resolved] = await sources.lookUp(phones(1));
    expect(resolved?.sources[0]).toMatchObject(refused);
    expect(resolved?.observations.map(({ source }) => source)).not.toContain('NUMBERING_PLAN');
    expect(resolved?.sources).toHaveLength(sandbox ? 2 : 1);

    expect((await sources.admin.call(calls.resumeSource, named)).json()).toMatchObject({
      state: 'CLOSED',
      pausedBy: null,
    });
    const [again] = await sources.lookUp(phones(1), { only: ['NUMBERING_PLAN'] });
    expect(again?.sources[0]).toMatchObject({ source: 'NUMBERING_PLAN', status: 'FOUND' });
  });

  it('is not configured, and cannot be paused, where the operator switched it off', async () => {
    const sources = await start({ yaml: 'sources:\n  NUMBERING_PLAN: { connector: numbering-plan, enabled: false }' });
    expect((await sources.admin.call(calls.pauseSource, named)).json()).toMatchObject({
      statusCode: 503,
      code: 'NOT_CONFIGURED',
    });
  });
});
