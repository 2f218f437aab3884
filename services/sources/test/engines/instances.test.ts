import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { calls, type EventData, type JobStatus } from '@numscope/contracts';
import { askUntil } from '@numscope/testing/ask-until';
import { beginnings } from '../support/beginnings.ts';
import { type FakeProvider, json, phoneOf, startProvider } from '../support/fake-provider.ts';
import { type Instances, startInstances } from '../support/instances.ts';
import { JOB, officeYaml, phones } from '../support/sources-under-test.ts';

let provider: FakeProvider;
let instances: Instances;
/** Calls that wait until the test answers them. */
let held: Array<() => void>;
let isHolding: boolean;
/** The provider takes no key. */
let isRefusing: boolean;

beforeEach(async () => {
  held = [];
  isHolding = false;
  isRefusing = false;
  provider = await startProvider((_call, response) => {
    const answer = (): void => (isRefusing ? json(response, {}, 401) : json(response, { names: ['Anvar'] }));
    if (isHolding) held.push(answer);
    else setTimeout(answer, 10);
  });
});
afterEach(async () => {
  answerHeld();
  await instances.close();
  await provider.close();
});

const answerHeld = (): void => {
  isHolding = false;
  for (const answer of held.splice(0)) answer();
};
const asked = (): string[] => provider.seen.map((call) => `+${phoneOf(call)}`);
/** Who asked, by the name of the instance. */
const askers = (): Set<unknown> => new Set(provider.seen.map(({ headers }) => headers['x-instance']));

const start = async (more: readonly string[], chunks?: number): Promise<void> => {
  const request = `    request: { url: "${provider.url}/numbers/{phone}", headers: { X-Instance: "\${env:INSTANCE}" } }`;
  const yaml = officeYaml(provider.url, ['timeoutMs: 20000', ...more]).replace(/ {4}request: .*/, request);
  instances = await startInstances(yaml, chunks);
};

describe('two instances', () => {
  it('together never exceed the quota of a day, use all of it, and bring back what they do not need', async () => {
    await start([
      'accounts: [{ name: a, perDay: 30 }, { name: b, perDay: 45 }]',
      'limits: { perDay: 60, concurrency: 4 }',
    ]);
    const [first, second] = [await instances.add('first'), await instances.add('second')];
    const [some, rest] = [phones(40), phones(80, 998_910_000_000)];
    await instances.send(some);
    await instances.resolved(some);
    expect(askers()).toEqual(new Set(['first', 'second']));
    // What is told of the other's calls is as old as its last commit and beat.
    for (const one of [first, second]) await askUntil(async () => (await one.info()).quota?.used === 40);
    await first.close();
    await instances.send(rest);
    const results = await instances.resolved(rest);
    expect(provider.seen).toHaveLength(60);
    expect(results.filter(({ status }) => status === 'FOUND')).toHaveLength(20);
    await askUntil(async () => (await second.info()).quota?.used === 60);
    expect(await second.info()).toMatchObject({ state: 'WAITING_QUOTA', quota: { perDay: 60, left: 0 } });
  });

  it('never exceed the quota in sum while both want all of it', async () => {
    await start(['accounts: [{ name: a, perDay: 70 }]', 'limits: { concurrency: 8 }']);
    await instances.add('first');
    await instances.add('second');
    const list = phones(200);
    await instances.send(list, {}, 5);
    await instances.resolved(list);
    expect(provider.seen.length).toBeLessThanOrEqual(70);
    expect(provider.seen.length).toBeGreaterThan(60);
  });

  it('both know that the quota is used up, and either may be told not to wait for it', async () => {
    await start(['limits: { perDay: 6 }', 'freshForDays: 0'], 1);
    const [first, second] = [await instances.add('first'), await instances.add('second')];
    // What one has at hand and does not need, it brings back for the other.
    for (let job = 1; provider.seen.length < 6; job++) {
      const list = phones(12, 998_900_000_000 + job * 1000);
      await instances.send(list, { job: { id: `job-${job}`, number: job, pass: 1 } }, 12);
      await instances.resolved(list);
    }
    for (const one of [first, second]) await askUntil(async () => (await one.info()).state === 'WAITING_QUOTA');
    const isByFirst = provider.seen.at(-1)?.headers['x-instance'] === 'first';
    const ended = await (isByFirst ? second : first).admin.call(calls.endWaiting, { params: { name: 'OFFICE' } });
    expect([ended.statusCode, ended.json()]).toMatchObject([200, { waitingEndedBy: 'admin' }]);
    for (const one of [first, second]) await askUntil(async () => (await one.info()).waitingEndedBy === 'admin');
  });

  it('answer sixty numbers of a source of ten a minute in five renewals, each asked once', async () => {
    await start(['limits: { perMinute: 10, concurrency: 4 }']);
    const both = [await instances.add('first'), await instances.add('second')];
    const { bus } = instances;
    /** Hands numbers out as jobs does when a quota was renewed; those that wait still. */
    const stillWaiting = async (list: string[], only: string[] | null): Promise<string[]> => {
      let former = bus.published('phone.resolved').length;
      const waits = new Map<string, boolean>();
      await instances.send(list, { only });
      await bus.waitFor('phone.resolved', ({ data }) => {
        if (former-- <= 0) waits.set(data.phone, data.waiting !== undefined);
        return waits.size === list.length;
      });
      return list.filter((phone) => waits.get(phone));
    };
    let open = phones(60);
    for (let minute = 0; minute < 6; minute++) {
      for (const { clock } of both) clock.freeze(Date.parse('2026-11-20T10:00:20Z') + minute * 60_000);
      const calls = (minute + 1) * 10;
      while (provider.seen.length < calls) open = await stillWaiting(open, minute === 0 ? null : ['OFFICE']);
      expect(provider.seen).toHaveLength(calls);
      expect(open).toHaveLength(60 - calls);
    }
    expect(new Set(asked()).size).toBe(60);
    expect(askers()).toEqual(new Set(['first', 'second']));
  });

  it('keep the quota of each minute while their clocks are in different ones', async () => {
    await start(['limits: { perMinute: 10, concurrency: 4 }', 'freshForDays: 0'], 1);
    for (const [name, at] of [
      ['first', '2026-11-20T10:01:05Z'],
      ['second', '2026-11-20T10:01:05Z'],
      ['behind', '2026-11-20T10:00:55Z'],
    ] as const)
      (await instances.add(name)).clock.freeze(at);
    for (let job = 1, idle = 0; idle < 3; job++) {
      const before = provider.seen.length;
      const list = phones(12, 998_900_000_000 + job * 1000);
      await instances.send(list, { job: { id: `job-${job}`, number: job, pass: 1 } });
      await instances.resolved(list);
      // Each has its turns of the numbers that come, and brings back what it did not need for the other's.
      idle = provider.seen.length === before && provider.seen.length >= 20 ? idle + 1 : 0;
    }
    const callsOf = (name: string): number =>
      provider.seen.filter(({ headers }) => headers['x-instance'] === name).length;
    expect([callsOf('first') + callsOf('second'), callsOf('behind')]).toEqual([10, 10]);
  });

  it('together keep the quotas of a minute and of a month, and go on when these do', async () => {
    await start(['limits: { perMinute: 12, perMonth: 20, concurrency: 4 }', 'freshForDays: 0']);
    const both = [await instances.add('first'), await instances.add('second')];
    const itIs = (at: string): void => both.forEach(({ clock }) => clock.freeze(at));
    /** How many of thirty numbers are answered, of those that nobody answered yet. */
    const asked = async (job: number): Promise<number> => {
      const before = provider.seen.length;
      const list = phones(30, 998_900_000_000 + job * 1000);
      await instances.send(list, { job: { id: `job-${job}`, number: job, pass: 1 } });
      const results = await instances.resolved(list);
      const answered = results.filter(({ status }) => status === 'FOUND').length;
      expect(provider.seen.length - before).toBe(answered);
      expect(results.filter(({ waiting }) => waiting !== undefined)).toHaveLength(30 - answered);
      return answered;
    };
    let jobs = 0;
    /** Asks until so many calls are made in all: what one has at hand and does not need, it brings back for the other's next numbers. */
    const useUp = async (calls: number): Promise<void> => {
      while (provider.seen.length < calls) await asked(++jobs);
      expect(provider.seen).toHaveLength(calls);
      expect(await asked(++jobs)).toBe(0);
    };
    itIs('2026-11-20T10:00:20Z');
    await useUp(12);
    expect(askers()).toEqual(new Set(['first', 'second']));
    for (const one of both)
      await askUntil(async () => (await one.info()).resumesAt === Date.parse('2026-11-20T10:01:00Z'));
    itIs('2026-11-20T10:01:00Z');
    await useUp(20);
    for (const one of both) await askUntil(async () => (await one.info()).resumesAt === Date.parse('2026-12-01'));
    itIs('2026-11-30T23:59:00Z');
    expect(await asked(++jobs)).toBe(0);
    itIs('2026-12-01T00:00:00Z');
    await useUp(32);
  });

  it('both leave a source alone that refuses one of them, also after a restart, until a person resumes it', async () => {
    isRefusing = true;
    await start([]);
    const [first, second] = [await instances.add('first'), await instances.add('second')];
    const list = phones(200);
    await instances.send(list, {}, 20);
    const results = await instances.resolved(list);
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['FAILED']));
    expect(provider.seen.length).toBeLessThanOrEqual(20);
    for (const one of [first, second])
      expect(await one.info()).toMatchObject({ state: 'REFUSED', cause: 'refused with status 401' });
    await first.close();
    const third = await instances.add('third');
    expect((await third.info()).state).toBe('REFUSED');
    const { length } = provider.seen;
    isRefusing = false;
    const later = phones(20, 998_910_000_000);
    await instances.send(later);
    for (const { sources } of await instances.resolved(later))
      expect(sources.at(-1)?.message).toBe('not asked: it refuses us (refused with status 401)');
    expect(provider.seen).toHaveLength(length);
    await third.admin.call(calls.resumeSource, { params: { name: 'OFFICE' } });
    expect((await second.info()).state).toBe('CLOSED');
    const last = phones(20, 998_920_000_000);
    await instances.send(last);
    expect((await instances.resolved(last)).every(({ status }) => status === 'FOUND')).toBe(true);
  });

  it('of three costs at most 23 calls, by its words, whoever asks', async () => {
    await provider.close();
    provider = await startProvider((_call, response) => void setTimeout(() => json(response, { error: 'no key' }), 10));
    await start(['answer: { failed: "body.error" }'], 20);
    for (const name of ['first', 'second', 'third']) await instances.add(name);
    // Each has looked at the others since they are all there.
    const beats = async (): Promise<number[]> => (await instances.members()).map((one) => one.beats);
    const before = Math.max(...(await beats()));
    await askUntil(async () => (await beats()).every((count) => count > before + 1));
    const list = phones(300);
    await instances.send(list, {}, 5);
    const results = await instances.resolved(list);
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['FAILED']));
    expect(provider.seen.length).toBeLessThanOrEqual(23);
  });

  it('together keep the rate in every second, and both have a share', async () => {
    await start(['limits: { perSecond: 10, concurrency: 8 }']);
    await instances.add('first');
    await instances.add('second');
    const list = phones(100);
    await instances.send(list, {}, 25);
    await instances.resolved(list);
    expect(askers()).toEqual(new Set(['first', 'second']));
    const times = provider.seen.map(({ at }) => at);
    // Begun within a second, they arrive as the machine lets them: those of twice the rate would be fourteen, in half the time.
    for (const from of times)
      expect(times.filter((at) => at >= from && at < from + 700).length).toBeLessThanOrEqual(10);
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(8500);
  });

  it('take turns where there are fewer calls a second than instances', async () => {
    await start(['limits: { perSecond: 1 }']);
    await instances.add('first');
    await instances.add('second');
    const list = phones(10);
    const times = beginnings();
    await instances.send(list);
    await instances.resolved(list);
    expect(askers()).toEqual(new Set(['first', 'second']));
    expect(times).toHaveLength(10);
    for (const [index, at] of times.slice(1).entries()) expect(at - (times[index] ?? 0)).toBeGreaterThan(900);
  });

  it('ask twice as many numbers at once as one does', async () => {
    await start(['limits: { concurrency: 4 }']);
    await instances.add('first');
    await instances.add('second');
    isHolding = true;
    const list = phones(40);
    await instances.send(list, {}, 10);
    await provider.arrived(8);
    answerHeld();
    await instances.resolved(list);
    expect(provider.widest()).toBe(8);
  });

  it('both hear that a source is paused, and that it is resumed', async () => {
    await start([]);
    const [first, second] = [await instances.add('first'), await instances.add('second')];
    await first.admin.call(calls.pauseSource, { params: { name: 'OFFICE' } });
    expect((await second.info()).state).toBe('PAUSED');
    const list = phones(20);
    await instances.send(list);
    const results = await instances.resolved(list);
    expect(new Set(results.map(({ sources }) => sources.at(-1)?.message))).toEqual(
      new Set(['not asked: paused by admin']),
    );
    expect(provider.seen).toEqual([]);
    await second.admin.call(calls.resumeSource, { params: { name: 'OFFICE' } });
    expect((await first.info()).state).toBe('CLOSED');
  });

  it('both hear that the numbering plan is paused', async () => {
    await start([]);
    const [first, second] = [await instances.add('first'), await instances.add('second')];
    const named = { params: { name: 'NUMBERING_PLAN' } };
    await first.admin.call(calls.pauseSource, named);
    expect((await second.admin.call(calls.getSource, named)).json()).toMatchObject({
      state: 'PAUSED',
      pausedBy: 'admin',
    });
    await instances.send(phones(20));
    const results = await instances.resolved(phones(20));
    expect(new Set(results.map(({ sources }) => sources[0]?.message))).toEqual(new Set(['not asked: paused by admin']));
    await second.admin.call(calls.resumeSource, named);
    expect((await first.admin.call(calls.getSource, named)).json()).toMatchObject({ state: 'CLOSED', pausedBy: null });
  });

  it('both let go of a job that stops, whichever hears of it', async () => {
    await start(['limits: { concurrency: 2 }']);
    await instances.add('first');
    await instances.add('second');
    isHolding = true;
    await instances.send(phones(800), {}, 200);
    await provider.arrived(4);
    expect(askers()).toEqual(new Set(['first', 'second']));
    await instances.jobIs('PAUSED', 1);
    // From here on each call is answered at once: an instance that did not hear would ask its four hundred.
    answerHeld();
    await instances.bus.settled();
    expect(provider.seen.length).toBeLessThan(400);
  });

  it.each<[string, JobStatus, Partial<EventData<'phone.requested'>>]>([
    ['paused and played', 'PAUSED', { run: 2 }],
    [
      'merged into another',
      'MERGED',
      {
        job: { ...JOB, id: 'job-2', number: 2 },
        reuseFresh: false,
        answeredIn: [{ number: JOB.number, pass: JOB.pass }],
      },
    ],
  ])('ask nothing twice when a job is %s while calls are in flight elsewhere', async (_what, status, again) => {
    await start(['limits: { concurrency: 4 }'], 1);
    await instances.add('first');
    await instances.add('second');
    const list = phones(12);
    isHolding = true;
    await instances.send(list, {}, 12);
    await provider.arrived(4);
    const [asker] = askers();
    await instances.jobIs(status, 1);
    // The other one has nothing to do, so it takes the new run.
    await instances.send(list, again, 12);
    if (again.run === 2) await instances.jobIs('IN_PROGRESS', 2);
    // Long enough to have asked, had it not waited for the other's calls.
    const { job: { id } = JOB, run: begun = 1 } = again;
    const taker = async () =>
      (await instances.members()).find(({ works }) => works.some(({ job, run }) => job === id && run === begun));
    await askUntil(async () => (await taker()) !== undefined);
    const beats = (await taker())?.beats ?? 0;
    await askUntil(async () => ((await taker())?.beats ?? 0) > beats + 5);
    expect(provider.seen).toHaveLength(4);
    answerHeld();
    const results = await instances.resolved(list);
    expect(results.every(({ status: one }) => one === 'FOUND')).toBe(true);
    expect(asked().toSorted()).toEqual(list);
    expect(new Set(provider.seen.slice(4).map(({ headers }) => headers['x-instance']))).not.toContain(asker);
  });

  it('ask nothing again that the other one asked, when it comes again', async () => {
    await start([]);
    const first = await instances.add('first');
    const list = phones(50);
    await instances.send(list, { reuseFresh: false }, 25);
    await instances.resolved(list);
    await instances.add('second');
    await first.close();
    await instances.send(list, { reuseFresh: false }, 25);
    await askUntil(() => instances.bus.published('phone.resolved').length === 100);
    expect(asked().toSorted()).toEqual(list);
  });

  it('tell of a source what all of them did', async () => {
    await start([]);
    const both = [await instances.add('first'), await instances.add('second')];
    const list = phones(40);
    await instances.send(list);
    await instances.resolved(list);
    expect(askers()).toEqual(new Set(['first', 'second']));
    for (const one of both)
      for (const source of ['OFFICE', 'NUMBERING_PLAN'])
        await askUntil(async () => (await one.info(source)).lastHour.found === 40);
  });

  it('ask nobody about a number within seconds after it was put on the list at one of them', async () => {
    await start([]);
    const [first, second] = [await instances.add('first'), await instances.add('second')];
    const [number = ''] = phones(1);
    await first.admin.call(calls.listNumbers, { body: { entries: number, reason: 'asked for it' } });
    await askUntil(async () => {
      const tested = await second.admin.call(calls.testSource, { params: { name: 'OFFICE' }, body: { phone: number } });
      return tested.statusCode === 422;
    });
    await instances.send([number, ...phones(20, 998_910_000_000)]);
    const [blocked] = await instances.resolved([number, ...phones(20, 998_910_000_000)]);
    expect(blocked?.doNotLookUp).toBe(true);
    const before = asked().length;
    await second.admin.call(calls.unlistNumber, { query: { entry: number } });
    await askUntil(async () => {
      const tested = await first.admin.call(calls.testSource, { params: { name: 'OFFICE' }, body: { phone: number } });
      return tested.statusCode === 200;
    });
    expect(asked().length).toBeGreaterThan(before);
  });
});
