import { afterEach, expect, it } from '@jest/globals';
import { calls, JobProgress, type PhoneRequested } from '@numscope/contracts';
import { outgoing } from '@numscope/platform';
import { askUntil } from '@numscope/testing/ask-until';
import * as fc from 'fast-check';
import { afterSight, type PassCurve, type PassSight } from '../src/domain/pass-curve.ts';
import { progressOfPass } from '../src/domain/pass-progress.ts';
import { answers } from './answers.ts';
import { codeOf, type Setup, setUp } from './setup.ts';

const T = Date.parse('2026-03-02T10:00:00Z');
const S = 1000;

const curveOf = (sights: readonly PassSight[]): PassCurve | null =>
  sights.reduce<PassCurve | null>((curve, sight) => afterSight(curve, sight), null);

/** What a curve says was answered at a moment, on the line between its points. */
function valueAt({ points }: PassCurve, at: number): number {
  const after = points.findIndex((point) => point[0] >= at);
  const [a, b] = [points[after - 1], points[after]];
  if (!b) return points.at(-1)?.[2] ?? 0;
  return a ? a[2] + ((b[2] - a[2]) * (at - a[0])) / (b[0] - a[0]) : b[2];
}

it('keeps the ends, the order and each long standstill of a curve, in little room however long it grows', () => {
  const look = fc.record({
    ms: fc.integer({ min: 1, max: 20 * S }),
    answered: fc.nat({ max: 9 }),
    waits: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(look, { minLength: 1, maxLength: 900 }), (looks) => {
      let [at, answered] = [T, 0];
      const sights = looks.map(({ ms, answered: more, waits }): PassSight => {
        at += ms;
        answered += more;
        return { at, found: 0, answered, waitsFor: waits ? ['SCARCE'] : null };
      });
      const curve = curveOf(sights);
      if (!curve) throw new Error('no curve');
      expect(curve.points.length).toBeLessThanOrEqual(240);
      expect(curve.stretches.length).toBeLessThanOrEqual(60);
      expect(curve.points[0]?.[0]).toBe(sights[0]?.at);
      expect(curve.points.at(-1)?.[2]).toBe(answered);
      for (const [index, point] of curve.points.entries()) {
        const before = curve.points[index - 1];
        if (before) expect(point[0] > before[0] && point[2] >= before[2]).toBe(true);
      }
      // Wherever it was looked at, the curve is right to what was answered within two widths around.
      for (const sight of sights) {
        const around = sights.filter((each) => Math.abs(each.at - sight.at) <= 2 * curve.width + 20 * S);
        const value = valueAt(curve, Math.min(sight.at, curve.points.at(-1)?.[0] ?? 0));
        expect(value).toBeGreaterThanOrEqual(Math.min(...around.map((each) => each.answered)));
        expect(value).toBeLessThanOrEqual(Math.max(...around.map((each) => each.answered)));
      }
    }),
    { numRuns: 40 },
  );
});

it('says when nobody looked, and from when to when numbers waited for a quota', () => {
  const curve = curveOf([
    { at: T, found: 0, answered: 0, waitsFor: null },
    { at: T + S, found: 0, answered: 5, waitsFor: ['B'] },
    { at: T + 2 * S, found: 0, answered: 5, waitsFor: ['A'] },
    { at: T + 9 * S, found: 0, answered: 6, waitsFor: null },
    { at: T + 99 * S, found: 0, answered: 6, waitsFor: null },
  ]);
  expect(curve?.stretches).toEqual([
    { kind: 'QUOTA', from: T + S, to: T + 9 * S, sources: ['A', 'B'] },
    { kind: 'DOWN', from: T + 9 * S, to: T + 99 * S, sources: [] },
  ]);
  const known = { pass: 1, status: 'IN_PROGRESS', tally: [4, 0, 0, 6, 0, 0, 0], begun: T, ended: null, curve } as const;
  const began = { at: T, to: 'IN_PROGRESS', pass: 1 } as const;
  const kinds = (turns: Parameters<typeof progressOfPass>[0]['turns']) =>
    progressOfPass({ ...known, tally: [...known.tally], turns }, T + 100 * S).stretches.map(({ kind }) => kind);
  expect(kinds([began])).toEqual(['QUOTA', 'DOWN']);
  // Who was halted had not to be looked at.
  const halted = [
    began,
    { at: T + 20 * S, to: 'PAUSED', pass: 1 },
    { at: T + 90 * S, to: 'IN_PROGRESS', pass: 1 },
  ] as const;
  expect(kinds(halted)).toEqual(['PAUSED', 'QUOTA']);
});

it('tells a pass that was done and asked again what failed as one, and what it waited for in between', () => {
  const turn = (seconds: number, to: 'IN_PROGRESS' | 'DONE' | 'SCHEDULED', pass = 2) => ({
    at: T + seconds * S,
    to,
    pass,
  });
  const turns = [
    turn(-9, 'DONE', 1),
    turn(-5, 'SCHEDULED', 1),
    turn(0, 'IN_PROGRESS'),
    turn(10, 'DONE'),
    turn(50, 'SCHEDULED'),
    turn(55, 'IN_PROGRESS'),
    turn(60, 'DONE'),
  ];
  const known = {
    pass: 2,
    status: 'DONE',
    tally: [0, 0, 3, 4, 0, 0, 0],
    begun: T + 55 * S,
    ended: T + 60 * S,
  } as const;
  const { points, stretches } = progressOfPass(
    {
      ...known,
      tally: [...known.tally],
      turns,
      curve: { width: S, points: [[T + 10 * S, 3, 6]], stretches: [], seen: T + 10 * S },
    },
    T + 999 * S,
  );
  expect(stretches).toEqual([
    { kind: 'STOPPED', from: T + 10 * S, to: T + 50 * S, sources: [] },
    { kind: 'QUEUED', from: T + 50 * S, to: T + 55 * S, sources: [] },
  ]);
  // What was first seen late, with answers, tells nothing of what was before.
  expect(points).toEqual([
    [T + 10 * S, 3, 6],
    [T + 60 * S, 3, 7],
  ]);
});

let setup: Setup | undefined;
afterEach(async () => {
  await setup?.close();
  setup = undefined;
});

/** What the service asks for and keeps of curves, from a moment at which its clock stands still. */
interface Seen {
  here: Setup;
  requests: PhoneRequested[];
  curves: PassCurve[];
  /** Does it in the middle of a round of the dispatcher: when it has read how jobs stand. */
  inRound(work: () => Promise<void>): Promise<void>;
}

async function setUpSeen(): Promise<Seen> {
  const curves: PassCurve[] = [];
  const requests: PhoneRequested[] = [];
  let hasRead: () => Promise<void> = () => Promise.resolve();
  const here = await setUp({}, (store) =>
    Object.assign(Object.create(store) as typeof store, {
      async running() {
        const running = await store.running();
        await hasRead();
        return running;
      },
      async keepCurve(...given: Parameters<typeof store.keepCurve>) {
        await store.keepCurve(...given);
        curves.push(given[2]);
      },
    }),
  );
  setup = here;
  here.clock.freeze(T);
  await here.bus.subscribe({
    topic: 'phone.requested',
    group: 'fake-sources',
    handle: async (events) => void requests.push(...events.map(({ data }) => data)),
  });
  const inRound = (work: () => Promise<void>): Promise<void> =>
    new Promise((resolve, reject) => {
      hasRead = () => {
        hasRead = () => Promise.resolve();
        return work().then(resolve, reject);
      };
    });
  return { here, requests, curves, inRound };
}

it('tells how a job got on, why it stood still, and the same after a restart; a deleted job leaves nothing', async () => {
  const { here, curves, requests } = await setUpSeen();
  const seen = (answered: number): Promise<unknown> =>
    askUntil(
      () => curves.at(-1)?.points.at(-1)?.[2],
      (known) => known === answered,
    );
  const progress = async (query: Record<string, string> = {}): Promise<JobProgress> => {
    const response = await here.admin.call(calls.jobProgress, { params: { number: String(number) }, query });
    return JobProgress.parse(response.json());
  };
  const give = async (phones: readonly string[]): Promise<void> => {
    await askUntil(() => requests.length);
    const [request] = requests;
    if (!request) throw new Error('nothing was asked');
    await here.bus.deliver(...answers({ ...request, phones: [...phones] }, () => 'NOT_FOUND'));
  };
  const turn = async (name: string, isOut: boolean): Promise<void> => {
    const state = isOut ? 'OPEN' : 'CLOSED';
    const data = { name, state, from: null, fault: null, cause: null, pausedBy: null, at: here.clock.now() } as const;
    await here.bus.deliver(outgoing('source.state', name, data));
  };

  const phones = Array.from({ length: 10 }, (_none, index) => `+99890100000${index}`);
  const { number, id } = await here.created(phones.join('\n'));
  await seen(0);
  await give(phones.slice(0, 4));
  here.clock.advance(10 * S);
  await seen(4);
  here.clock.advance(10 * S);
  await here.set(number, 'PAUSED');
  here.clock.advance(60 * S);
  const paused = await progress();
  expect(paused).toMatchObject({ pass: 1, startedOn: T, finishedOn: null, at: T + 80 * S });
  expect(paused.stretches).toEqual([{ kind: 'PAUSED', from: T + 20 * S, to: null, sources: [] }]);
  expect(paused.points.at(0)).toEqual({ at: T, found: 0, answered: 0 });
  expect(paused.points).toContainEqual({ at: T + 10 * S, found: 0, answered: 4 });
  expect(paused.points.at(-1)).toEqual({ at: T + 80 * S, found: 0, answered: 4 });

  here.clock.advance(3600 * S);
  await here.set(number, 'IN_PROGRESS');
  here.clock.advance(10 * S);
  await turn('OFFICE', true);
  expect((await progress()).stretches.at(-1)).toEqual({
    kind: 'OUTAGE',
    from: T + 3690 * S,
    to: null,
    sources: ['OFFICE'],
  });
  here.clock.advance(10 * S);
  await give(phones.slice(4));
  await here.reaches(number, 'DONE');
  here.clock.advance(10 * S);
  await turn('OFFICE', false);
  const done = await progress();
  expect(done.finishedOn).toBe(T + 3700 * S);
  expect(done.stretches).toEqual([
    { kind: 'PAUSED', from: T + 20 * S, to: T + 3680 * S, sources: [] },
    { kind: 'OUTAGE', from: T + 3690 * S, to: T + 3700 * S, sources: ['OFFICE'] },
  ]);
  expect(done.points.at(-1)).toEqual({ at: T + 3700 * S, found: 0, answered: 10 });
  expect(done.points.every(({ at, answered }) => at >= T + 3690 * S || answered <= 4)).toBe(true);
  await here.restart();
  expect(await progress()).toEqual(done);
  expect(await progress({ pass: '1' })).toEqual(done);
  const none = await here.admin.call(calls.jobProgress, { params: { number: String(number) }, query: { pass: '2' } });
  expect([none.statusCode, codeOf(none)]).toEqual([404, 'NOT_FOUND']);

  const held = await here.created('+998901234567', { name: 'Held', hold: 'true' });
  const notBegun = await here.admin.call(calls.jobProgress, { params: { number: String(held.number) } });
  expect(JobProgress.parse(notBegun.json())).toMatchObject({ startedOn: null, points: [], stretches: [] });
  await here.set(id, 'DELETED');
  const gone = await here.admin.call(calls.jobProgress, { params: { number: String(number) } });
  expect(gone.statusCode).toBe(404);
});

it('lacks nothing in a curve that was answered by its moment, however long a round takes', async () => {
  const { here, requests, curves, inRound } = await setUpSeen();
  await here.created('+998901000000\n+998901000001');
  await askUntil(() => requests.length > 0 && curves.length > 0);
  const [request] = requests;
  if (!request) throw new Error('nothing was asked');
  await inRound(async () => {
    await here.bus.deliver(...answers({ ...request, phones: ['+998901000000'] }, () => 'FOUND'));
    here.clock.advance(10 * S);
  });
  const curve = await askUntil(() => curves.find(({ seen }) => seen === T + 10 * S));
  expect(curve?.points.at(-1)).toEqual([T + 10 * S, 1, 1]);
});
