import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { calls, Observation } from '@numscope/contracts';
import { newId, outgoing } from '@numscope/platform';
import { askUntil } from '@numscope/testing/ask-until';
import * as z from 'zod';
import { type FakeProvider, json, phoneOf, startProvider } from './support/fake-provider.ts';
import { JOB, officeYaml, PHONE, phones, type SourcesUnderTest, startSources } from './support/sources-under-test.ts';

let provider: FakeProvider;
let sources: SourcesUnderTest;
/** Calls that wait until the test answers them, by phone. */
let held: Map<string, () => void>;
let holding: (phone: string) => boolean;
let failing: (phone: string) => boolean;
/** Lets the records be written where a test holds them. */
let letWrite: () => void = () => undefined;

beforeEach(async () => {
  held = new Map();
  holding = failing = () => false;
  provider = await startProvider((call, response) => {
    const phone = `+${phoneOf(call)}`;
    if (failing(phone)) return json(response, {}, 400);
    const answer = (): void => json(response, { names: [`Person ${phone}`] });
    if (holding(phone)) held.set(phone, answer);
    else answer();
    return undefined;
  });
  sources = await startSources({
    yaml: officeYaml(provider.url, ['limits: { concurrency: 4 }', 'freshForDays: 30', 'timeoutMs: 8000']),
  });
});
afterEach(async () => {
  answerHeld();
  letWrite();
  await sources.close();
  await provider.close();
});

const answerHeld = (): void => {
  for (const answer of held.values()) answer();
  held.clear();
};
const asked = (): string[] => provider.seen.map((call) => `+${phoneOf(call)}`);
const job = (number: number, pass = 1) => ({ id: `job-${number}`, number, pass });

describe('an answer that is fresh enough', () => {
  it('is reused by another job, marked cached, with its own time; unless the job wants new ones or it is too old', async () => {
    const [first] = await sources.lookUp([PHONE]);
    const [reused] = await sources.lookUp([PHONE], { job: job(2) });
    expect(reused?.sources.at(-1)).toMatchObject({ source: 'OFFICE', cached: true, at: first?.sources.at(-1)?.at });
    expect(reused?.observations.at(-1)).toMatchObject({ id: first?.observations.at(-1)?.id, cached: true });
    expect(asked()).toHaveLength(1);
    const [anew] = await sources.lookUp([PHONE], { job: job(3), reuseFresh: false });
    expect(anew?.sources.at(-1)).toMatchObject({ cached: false });
    expect(asked()).toHaveLength(2);
    sources.kit.clock.advance(31 * 86_400_000);
    await sources.lookUp([PHONE], { job: job(4) });
    expect(asked()).toHaveLength(3);
  });

  it('is never a failure', async () => {
    failing = () => true;
    await sources.lookUp([PHONE]);
    failing = () => false;
    const [again] = await sources.lookUp([PHONE], { job: job(2) });
    expect(again?.status).toBe('FOUND');
  });
});

describe('work that comes again', () => {
  it('is answered from what is kept, also after a restart, with the same event id', async () => {
    failing = (phone) => phone.endsWith('1');
    const list = phones(20);
    const first = await sources.lookUp(list, { reuseFresh: false });
    await sources.restart();
    const again = await sources.lookUp(list, { reuseFresh: false });
    expect(asked()).toHaveLength(20);
    expect(again.map(({ status }) => status)).toEqual(first.map(({ status }) => status));
    const ids = sources.kit.bus.published('phone.resolved').map(({ id }) => id);
    expect(new Set(ids).size).toBe(20);
  });

  it('asks again only what was not answered when the process ended in the middle', async () => {
    const list = phones(30);
    holding = (phone) => phone.endsWith('7');
    await sources.send(list);
    // Three numbers are held, so that 27 are answered while the chunk is still under way.
    await provider.arrived(30);
    holding = () => false;
    await sources.restart();
    const resolved = await Promise.all(
      list.map((phone) => sources.kit.bus.waitFor('phone.resolved', ({ data }) => data.phone === phone)),
    );
    expect(resolved.every(({ data }) => data.status === 'FOUND')).toBe(true);
    const times = Map.groupBy(asked(), (phone) => phone);
    for (const phone of list) expect(times.get(phone)?.length).toBe(phone.endsWith('7') ? 2 : 1);
  });

  it('asks only what failed when told so, and tells of everything', async () => {
    failing = () => true;
    const [failed] = await sources.lookUp([PHONE]);
    failing = () => false;
    const [retried] = await sources.lookUp([PHONE], { only: ['OFFICE'] });
    expect([failed?.status, retried?.status]).toEqual(['FAILED', 'FOUND']);
    expect(retried?.sources.map(({ source }) => source)).toEqual(['NUMBERING_PLAN', 'OFFICE']);
    const [notAsked] = await sources.lookUp([PHONE], { only: ['OTHER'] });
    expect(notAsked?.sources.map(({ source }) => source)).toEqual(['NUMBERING_PLAN', 'OFFICE']);
    expect(asked()).toHaveLength(2);
  });
});

describe('answers that are not written yet', () => {
  it('are at most five hundred and those in flight; then nothing more is asked until they are', async () => {
    const mayWrite = new Promise<void>((resolve) => (letWrite = resolve));
    const store = sources.store();
    const commit = store.commit.bind(store);
    store.commit = async (batch) => {
      await mayWrite;
      return commit(batch);
    };
    const list = phones(700);
    const lookUps = [list.slice(0, 400), list.slice(400)].map((some) => sources.lookUp(some));
    const gauge = (text: string, name: string): number =>
      Number(new RegExp(`^numscope_source_${name}\\{.*source="OFFICE".*\\} (\\d+)$`, 'm').exec(text)?.[1]);
    await askUntil(
      async () => (await sources.service.app.inject('/metrics')).body,
      // Before the first call nothing is in flight either.
      (text) => asked().length >= 500 && gauge(text, 'calls_in_flight') === 0 && gauge(text, 'queue_length') > 0,
    );
    const unwritten = asked().length;
    letWrite();
    expect(unwritten).toBeLessThanOrEqual(500 + 4);
    const done = (await Promise.all(lookUps)).flat();
    expect(done.map(({ status }) => status)).toEqual(list.map(() => 'FOUND'));
    expect(asked().toSorted()).toEqual(list);
  });
});

describe('a job that stops', () => {
  const chunkOf = (run: number) =>
    outgoing('phone.requested', PHONE, {
      job: JOB,
      run,
      lane: 'REGULAR',
      reuseFresh: true,
      only: null,
      phones: [PHONE],
    });

  it('has its queued numbers dropped and its calls in flight kept; played again, it asks the rest only', async () => {
    holding = () => true;
    const list = phones(12);
    await sources.send(list);
    await provider.arrived(4);
    await sources.jobIs('PAUSED', 1);
    await sources.send(list, { run: 2 });
    await sources.jobIs('IN_PROGRESS', 2);
    holding = () => false;
    answerHeld();
    const done = await Promise.all(
      list.map((phone) => sources.kit.bus.waitFor('phone.resolved', ({ data }) => data.phone === phone)),
    );
    expect(done.every(({ data }) => data.status === 'FOUND')).toBe(true);
    expect(asked().toSorted()).toEqual(list);
  });

  it('has chunks of its former run dropped, also after a restart', async () => {
    await sources.jobIs('CANCELED', 3);
    await sources.restart();
    await sources.kit.bus.deliver(chunkOf(3));
    expect(asked()).toEqual([]);
    expect(sources.resolved()).toEqual([]);
  });

  it('is not set going again when it is told once more that its run has begun', async () => {
    await sources.jobIs('IN_PROGRESS', 3);
    await sources.jobIs('PAUSED', 3);
    await sources.jobIs('IN_PROGRESS', 3);
    await sources.kit.bus.deliver(chunkOf(3));
    await sources.restart();
    await sources.kit.bus.deliver(chunkOf(3));
    expect(asked()).toEqual([]);
    expect(sources.resolved()).toEqual([]);
  });
});

describe('a job that was merged into another', () => {
  const answeredIn = [{ number: 1, pass: 1 }];
  const merged = { job: job(2, 3), reuseFresh: false, answeredIn };

  it('has what was answered counted as answered there, and what failed or was not asked, asked', async () => {
    failing = (phone) => phone.endsWith('1');
    const list = phones(4);
    await sources.lookUp(list.slice(0, 3));
    failing = () => false;
    const found = await sources.lookUp(list, merged);
    expect(found.map(({ status }) => status)).toEqual(list.map(() => 'FOUND'));
    expect(found.flatMap(({ sources: said }) => said.filter(({ cached }) => cached))).toEqual([]);
    expect(found.map(({ observations }) => observations.map(({ source }) => source))).toEqual(
      list.map(() => ['NUMBERING_PLAN', 'OFFICE']),
    );
    expect(asked().toSorted()).toEqual([...list, list[1]].toSorted());
    // Nor after a restart; but again in another pass, of which that is not told.
    await sources.restart();
    await sources.lookUp(list, { ...merged, run: 2 });
    expect(asked()).toHaveLength(5);
    await sources.lookUp(list, { ...merged, run: 3, job: job(2, 4), answeredIn: [{ number: 1, pass: 2 }] });
    expect(asked()).toHaveLength(5 + list.length);
  });

  it('has its answer count where the job that goes on has a failure alone, be it told to try again or not', async () => {
    await sources.lookUp([PHONE]);
    failing = () => true;
    const [failed] = await sources.lookUp([PHONE], { ...merged, answeredIn: undefined });
    const [retried] = await sources.lookUp([PHONE], { ...merged, run: 2, only: ['OFFICE'] });
    const [other] = await sources.lookUp([PHONE], { ...merged, run: 2, only: ['OTHER'] });
    expect([failed, retried, other].map((one) => one?.status)).toEqual(['FAILED', 'FOUND', 'FOUND']);
    expect(asked()).toHaveLength(2);
  });

  it('has its calls in flight waited for: nothing is asked twice', async () => {
    holding = () => true;
    const list = phones(12);
    await sources.send(list);
    await provider.arrived(4);
    await sources.jobIs('MERGED', 1);
    await sources.send(list, merged);
    holding = () => false;
    answerHeld();
    await Promise.all(
      list.map((phone) =>
        sources.kit.bus.waitFor('phone.resolved', ({ data }) => data.phone === phone && data.job.number === 2),
      ),
    );
    expect(asked().toSorted()).toEqual(list);
  });

  it('brings back nothing of a number that was deleted', async () => {
    await sources.lookUp([PHONE]);
    await sources.kit.bus.deliver(
      outgoing('profile.deleted', PHONE, { phone: PHONE, profileId: newId(), reason: 'ERASED' }),
    );
    await sources.lookUp([PHONE], merged);
    expect(asked()).toHaveLength(2);
  });
});

describe('observations', () => {
  const asIs = async (): Promise<Observation[]> =>
    z
      .array(Observation)
      .parse((await sources.internal.call(calls.observationsAsIs, { query: { phone: PHONE } })).json());

  it('are kept untouched, all of them, and go with the profile', async () => {
    await sources.lookUp([PHONE]);
    await sources.lookUp([PHONE], { job: job(2), reuseFresh: false });
    const kept = await asIs();
    expect(kept.map(({ source }) => source)).toEqual(['OFFICE', 'OFFICE']);
    expect(kept[0]).toMatchObject({
      account: 'default',
      status: 'FOUND',
      raw: { names: [`Person ${PHONE}`] },
      trust: 0.5,
    });
    await sources.kit.bus.deliver(
      outgoing('profile.deleted', PHONE, { phone: PHONE, profileId: newId(), reason: 'DELETED' }),
    );
    expect(await asIs()).toEqual([]);
  });

  it('that were made since stay where the deletion is told once more', async () => {
    await sources.lookUp([PHONE]);
    const deletion = outgoing('profile.deleted', PHONE, { phone: PHONE, profileId: newId(), reason: 'DELETED' });
    await sources.kit.bus.deliver(deletion);
    while (Date.now() === Number(JSON.parse(deletion.json).at));
    await sources.lookUp([PHONE], { job: job(2) });
    await sources.lookUp([PHONE], { job: job(3), reuseFresh: false });
    const kept = await asIs();
    expect(kept).toHaveLength(2);
    await sources.kit.bus.deliver(deletion);
    expect(await asIs()).toEqual(kept);
    // One that was deleted between them takes along what was there by then.
    const [first] = kept;
    const at = first?.at ?? 0;
    await sources.kit.bus.deliver(
      outgoing('profile.deleted', PHONE, { phone: PHONE, profileId: newId(), reason: 'DELETED' }, { at }),
    );
    expect(await asIs()).toEqual(kept.filter((one) => one.at > at));
  });

  it('tell beforehand what a lookup would take', async () => {
    const list = phones(10);
    await sources.lookUp(list.slice(0, 4));
    const plan = await sources.internal.call(calls.planLookups, { body: { phones: list } });
    expect(plan.json()).toEqual({
      sources: [
        {
          source: 'OFFICE',
          fresh: 4,
          calls: 6,
          quotaLeft: null,
          cost: 0,
          perSecond: null,
          pausedBy: null,
          resumesAt: null,
        },
      ],
      allFresh: 4,
      lineChecks: 0,
      doNotLookUp: 0,
    });
    const anew = await sources.internal.call(calls.planLookups, { body: { phones: list, reuseFresh: false } });
    expect(anew.json()).toMatchObject({ sources: [{ source: 'OFFICE', fresh: 0, calls: 10 }], allFresh: 0 });
  });
});
