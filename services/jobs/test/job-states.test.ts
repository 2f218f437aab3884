import { describe, expect, it } from '@jest/globals';
import { type JobStatus, jobStatuses } from '@numscope/contracts';
import * as fc from 'fast-check';
import {
  change,
  create,
  createMain,
  join,
  merge,
  newJob,
  reopen,
  retryFailed,
  retryRefusal,
  takesSingles,
  toRetryOf,
  update,
} from '../src/domain/job.ts';
import type { JobState, Phones, Refusal, Transition } from '../src/domain/job-state.ts';
import {
  againOf,
  asksOnlyAgain,
  finish,
  queueOf,
  Slots,
  start,
  tallyOf,
  toAskOf,
  toComeOf,
} from '../src/domain/passes.ts';
import { code, emptyTally, isOpen, openIn, type Tally, validIn } from '../src/domain/phone-status.ts';
import type { StatusAction } from '../src/domain/status-table.ts';
import { SYSTEM } from '@numscope/contracts/lists';

const draft = { name: 'A job', type: 'REGULAR', iteration: 1, schedule: null, purpose: null, hold: true } as const;
const made = newJob(draft, { key: 2, id: 'two', number: 2 }, { by: 'ann', at: 1 });
const tallyOfCodes = (codes: readonly number[]): Tally => {
  const tally = emptyTally();
  for (const each of codes) tally[each as 0]++;
  return tally;
};
/** As many phones as codes, `again` of the pending ones opened again. */
const phonesOf = (codes: readonly number[], again = 0): Phones => ({
  parts: [{ pass: 1, tally: tallyOfCodes(codes), again }],
  joining: false,
});
const onePhone: Phones = { parts: [{ pass: 1, tally: tallyOfCodes([code.PENDING]) }], joining: false };
const nonePending: Phones = { parts: [{ pass: 1, tally: tallyOfCodes([code.FAILED]) }], joining: false };

type Order = StatusAction | 'MERGE';

/** What each order makes of a job in each status; every other one is refused. */
const table: Record<Order, Partial<Record<JobStatus, JobStatus>>> = {
  PLAY: { PAUSED: 'SCHEDULED', CREATED: 'SCHEDULED', DONE: 'SCHEDULED' },
  PAUSE: { CREATED: 'PAUSED', SCHEDULED: 'PAUSED', IN_PROGRESS: 'PAUSED' },
  STOP: { CREATED: 'DONE', SCHEDULED: 'DONE', IN_PROGRESS: 'DONE', PAUSED: 'DONE' },
  CANCEL: { CREATED: 'CANCELED', SCHEDULED: 'CANCELED', IN_PROGRESS: 'CANCELED', PAUSED: 'CANCELED' },
  DELETE: { DONE: 'DELETED', CANCELED: 'DELETED', PAUSED: 'DELETED', CREATED: 'DELETED' },
  MERGE: {
    CREATED: 'MERGED',
    SCHEDULED: 'MERGED',
    IN_PROGRESS: 'MERGED',
    PAUSED: 'MERGED',
    DONE: 'MERGED',
    CANCELED: 'MERGED',
  },
};
const orders = Object.keys(table) as Order[];

const ordered = (job: JobState, order: Order, phones: Phones, at: number): Transition | Refusal => {
  const by = { by: 'ann', at };
  return order === 'MERGE' ? merge(job, 9, by, false) : change(job, order, phones, by, false);
};

it.each(orders.flatMap((order) => jobStatuses.map((status) => [order, status] as const)))(
  '%s of a job that is %s',
  (order, status) => {
    const outcome = ordered({ ...made, status }, order, onePhone, 5);
    const to = table[order][status];
    expect('refused' in outcome ? outcome : outcome.job.status).toEqual(
      to ?? { refused: 'WRONG_STATE', status, mainJob: false, subTask: false },
    );
  },
);

it('begins the next pass of a job that waits for its time at once when it was paused and is played, and not before', () => {
  const waiting: JobState = { ...made, status: 'SCHEDULED', pass_due: true, next_run_at: 9_000 };
  expect(ordered(waiting, 'PLAY', onePhone, 5)).toMatchObject({ refused: 'WRONG_STATE', status: 'SCHEDULED' });
  const paused = ordered(waiting, 'PAUSE', onePhone, 6);
  if ('refused' in paused) throw new Error(paused.refused);
  const outcome = ordered(paused.job, 'PLAY', onePhone, 7);
  if ('refused' in outcome) throw new Error(outcome.refused);
  expect(outcome.job).toMatchObject({ status: 'SCHEDULED', pass_due: true, next_run_at: null });
  expect(queueOf([outcome.job], 7).due).toHaveLength(1);
});

it('has its passes come at the same times, however late they start and however often; at others once begun by hand', () => {
  const [hour, minute] = [3_600_000, 60_000];
  const begin = (job: JobState, at: number): JobState => {
    const begun = start({ ...job, status: 'SCHEDULED' }, onePhone, at);
    if (!begun) throw new Error('did not start');
    return begun.job;
  };
  const end = (job: JobState, at: number): JobState => {
    const tally = tallyOfCodes([code.FOUND]);
    const over = finish(job, { parts: [{ pass: job.pass, tally }], joining: false }, at);
    if (!over) throw new Error('did not end');
    return over.job;
  };
  const first = end(begin({ ...made, iteration: 0, schedule: 'hourly' }, 0), 50 * minute);
  expect(first.next_run_at).toBe(hour);
  // It had to wait for a slot, was paused, and was played again.
  const resumed = begin({ ...begin(first, hour + 20 * minute), status: 'PAUSED' }, hour + 40 * minute);
  const second = end(resumed, 2 * hour + minute);
  expect(second.next_run_at).toBe(3 * hour);
  const byHand = end(begin({ ...second, next_run_at: null }, 2 * hour + 10 * minute), 2 * hour + 15 * minute);
  expect(byHand.next_run_at).toBe(3 * hour + 10 * minute);
  // One that a version before had waiting goes on from the time that it was told.
  const { schedule_from: _none, ...before } = second;
  expect(end(begin(before, 3 * hour + minute), 3 * hour + 2 * minute).next_run_at).toBe(4 * hour);
});

describe('the beginning of a pass', () => {
  const runs = (job: JobState, at: number): JobState => {
    const begun = start({ ...job, status: 'SCHEDULED' }, onePhone, at);
    if (!begun) throw new Error('did not start');
    return begun.job;
  };
  const found = (pass: number): Phones => ({ parts: [{ pass, tally: tallyOfCodes([code.FOUND]) }], joining: false });

  it('is the first, however often it was resumed or asked again', () => {
    const resumed = runs({ ...runs({ ...made, iteration: 2 }, 100), status: 'PAUSED' }, 500);
    expect(resumed.pass_begun).toBe(100);
    const over = finish(resumed, found(1), 600)?.job ?? made;
    expect(over.history).toMatchObject([{ pass: 1, begun: 100, ended: 600 }]);
    const next = runs(over, 700);
    expect(next).toMatchObject({ pass: 2, pass_begun: 700 });
    const done = finish(next, found(2), 800)?.job ?? made;
    const retried = retryFailed(done, 1, { by: 'ann', at: 900 });
    if ('refused' in retried) throw new Error(retried.refused);
    expect(runs(retried.job, 950)).toMatchObject({ pass: 2, pass_begun: 700 });
  });

  it('is never later than now, and its schedule counts from no such time either', () => {
    const ahead: JobState = {
      ...made,
      iteration: 0,
      schedule: 'daily',
      pass_begun: 9_000_000,
      schedule_from: 9_000_000,
    };
    expect(runs({ ...ahead, status: 'PAUSED' }, 1000)).toMatchObject({ pass_begun: 1000, schedule_from: 1000 });
    expect(finish({ ...ahead, status: 'IN_PROGRESS' }, found(1), 2000)?.job.next_run_at).toBe(86_402_000);
  });
});

it('keeps how its latest passes ended, and of each the last time', () => {
  const done: Phones = { parts: [{ pass: 1, tally: tallyOfCodes([code.FOUND, code.NOT_VALID]) }], joining: false };
  let job: JobState = { ...made, status: 'IN_PROGRESS', iteration: 0, pass_begun: 1 };
  for (let pass = 1; pass <= 130; pass++) {
    const phones = { ...done, parts: done.parts.map((part) => ({ ...part, pass })) };
    const over = finish(job, phones, pass * 10);
    expect(over?.job.history?.at(-1)).toMatchObject({ pass, ended: pass * 10, tally: phones.parts[0]?.tally });
    const again = { ...(over?.job ?? job), status: 'IN_PROGRESS' as const, pass_due: false };
    expect(finish(again, phones, pass * 10 + 1)?.job.history).toHaveLength(Math.min(pass, 100));
    job = { ...again, pass: pass + 1 };
  }
});

/** What may happen to a job besides orders. */
type Step =
  | { do: Order | 'START' | 'RETRY' | 'AWAIT' | 'ARRIVE' }
  | { do: 'HAND OUT'; phones: number }
  | { do: 'ANSWER'; phones: number; as: number }
  | { do: 'UPDATE'; iteration: number };

const most = fc.integer({ min: 1, max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('CANCEL' as const, 'DELETE' as const, 'MERGE' as const) }),
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom('PLAY' as const, 'PAUSE' as const, 'STOP' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('RETRY' as const, 'AWAIT' as const, 'ARRIVE' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('START' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('HAND OUT' as const), phones: most }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('ANSWER' as const),
      phones: most,
      as: fc.constantFrom(code.FOUND, code.NOT_FOUND, code.FAILED),
    }),
  },
  fc.record({ do: fc.constant('UPDATE' as const), iteration: fc.nat({ max: 3 }) }),
);

interface Phone {
  is: number;
  /** It was opened again, and is open. */
  again: boolean;
}

const phoneAs = (is: number): Phone => ({ is, again: false });

/** A job with phones in two parts, handed out and answered as a store does it. */
class World {
  job: JobState;
  readonly parts: Array<{ pass: number; phones: Phone[] }>;
  now = 1_000_000;
  joining = false;
  /** Who told last that the job is done. */
  doneBy: string | null = null;
  /** Phones joined it since it was started. */
  arrived = false;

  constructor(iteration: number, sizes: readonly number[]) {
    this.job = { ...made, iteration };
    this.parts = sizes.map((size) => ({
      pass: 1,
      phones: [phoneAs(code.NOT_VALID), ...Array.from({ length: size }, () => phoneAs(code.PENDING))],
    }));
    this.take(create(this.job, 4, false, { by: 'ann', at: 1 }));
  }

  get phones(): Phones {
    return {
      parts: this.parts.map(({ pass, phones }) => ({
        pass,
        tally: tallyOfCodes(phones.map(({ is }) => is)),
        again: phones.filter(({ is, again }) => again && is === code.PENDING).length,
      })),
      joining: this.joining,
    };
  }

  get tally(): Tally {
    return tallyOf(this.job, this.phones.parts);
  }

  /** Does what a transition asks for, and sees that all it changed was told. */
  take(outcome: Transition | Refusal | null): void {
    if (!outcome || 'refused' in outcome) return;
    let { status } = this.job;
    let { run } = this.job;
    for (const effect of outcome.effects) {
      if (effect.kind === 'PHONES_RELEASED') this.#replace(code.SENT, code.PENDING, Infinity);
      if (effect.kind !== 'STATUS_CHANGED') continue;
      const { from, to, by } = effect.event;
      expect(from).toBe(status);
      status = to;
      if (to === 'IN_PROGRESS') run++;
      if (to === 'DONE') this.doneBy = by;
    }
    expect(outcome.job).toMatchObject({ status, run });
    this.job = outcome.job;
  }

  happen(given: Step): void {
    this.now += 100_000;
    const by = { by: 'ann', at: this.now };
    switch (given.do) {
      case 'START':
        return this.#start();
      case 'HAND OUT':
        return this.#handOut(given.phones);
      case 'ANSWER':
        if (this.#replace(({ is }) => isOpen(is), given.as, given.phones) > 0)
          this.take(finish(this.job, this.phones, this.now));
        return;
      case 'RETRY': {
        const refusal = retryRefusal(this.job);
        if (refusal) return this.take(refusal);
        this.#replace(code.FAILED, code.PENDING, Infinity, true);
        return this.take(retryFailed(this.job, againOf(this.job, this.phones.parts), by));
      }
      case 'AWAIT': {
        const opened = reopen(this.job, by);
        this.joining ||= !('refused' in opened);
        return this.take(opened);
      }
      case 'ARRIVE':
        return this.#arrive();
      case 'UPDATE':
        return this.take(update(this.job, { iteration: given.iteration }, by));
      default:
        return this.take(ordered(this.job, given.do, this.phones, this.now));
    }
  }

  #start(): void {
    const before = { pass: this.job.pass, open: openIn(this.tally) };
    for (const job of queueOf([this.job], this.now).due) this.take(start(job, this.phones, this.now));
    if (this.job.pass === before.pass) return;
    expect(this.job.pass).toBe(before.pass + 1);
    if (!this.arrived) expect(before.open).toBe(0);
    this.arrived = false;
  }

  #handOut(phones: number): void {
    if (this.job.status !== 'IN_PROGRESS') return;
    const isOnlyAgain = asksOnlyAgain(this.job);
    for (const part of isOnlyAgain ? [] : this.parts) {
      if (part.pass < this.job.pass)
        part.phones = part.phones.map(({ is }) => phoneAs(is === code.NOT_VALID ? is : code.PENDING));
      part.pass = this.job.pass;
    }
    this.#replace(({ is, again }) => is === code.PENDING && (again || !isOnlyAgain), code.SENT, phones);
  }

  #arrive(): void {
    if (!this.joining) return;
    this.parts[0]?.phones.push(phoneAs(code.PENDING), phoneAs(code.NOT_FOUND));
    this.joining = false;
    this.arrived = true;
    this.take(join(this.job, this.phones, { merged: this.now % 2 === 1, at: this.now }));
  }

  /** Of the present pass. */
  #replace(from: number | ((each: Phone) => boolean), to: number, count: number, isOpened = false): number {
    let replaced = 0;
    for (const { pass, phones } of this.parts) {
      for (const [index, each] of phones.entries()) {
        const fits = typeof from === 'number' ? each.is === from : from(each);
        if (pass !== this.job.pass || replaced === count || !fits) continue;
        phones[index] = { is: to, again: isOpen(to) && (each.again || isOpened) };
        replaced++;
      }
    }
    return replaced;
  }
}

describe('a job, whatever happens to it,', () => {
  const worlds = fc
    .tuple(fc.nat({ max: 3 }), fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 })))
    .map((given) => new World(...given));
  const always = (check: (world: World, before: JobState) => void): void =>
    fc.assert(
      fc.property(worlds, fc.array(step, { maxLength: 40 }), (world, steps) => {
        for (const given of steps) {
          const before = world.job;
          world.happen(given);
          check(world, before);
        }
      }),
      { numRuns: 500 },
    );

  it('has nothing handed out unless it runs', () =>
    always(({ job, tally }) => {
      if (job.status !== 'IN_PROGRESS') expect(tally[code.SENT]).toBe(0);
    }));

  it('never runs again once it is merged, canceled or deleted', () =>
    always(({ job }, before) => {
      if (!['MERGED', 'CANCELED', 'DELETED'].includes(before.status)) return;
      expect(before.status === 'CANCELED' ? ['CANCELED', 'MERGED', 'DELETED'] : [before.status]).toContain(job.status);
      expect(job.run).toBe(before.run);
    }));

  it('is done with every phone final, unless a person ended it, and then with all that it asked again', () => {
    // Whether it was ended by a person before it had asked for all, and nobody played it since.
    let cut = false;
    always(({ job, tally, doneBy, phones }, before) => {
      if (job.status === 'DONE' && before.status !== 'DONE') cut = doneBy !== SYSTEM || asksOnlyAgain(before);
      if (job.status !== 'DONE' || doneBy !== SYSTEM) return;
      expect([againOf(job, phones.parts), tally[code.SENT]]).toEqual([0, 0]);
      if (!cut) expect(openIn(tally)).toBe(0);
    });
  });

  it('hands out nothing but what it asks again once it was ended, and is then ended as it was', () =>
    always(({ job, tally, phones }, before) => {
      if (!asksOnlyAgain(before)) return;
      expect(job.pass).toBe(before.pass);
      if (job.status === 'SCHEDULED') expect(job.pass_due).toBe(false);
      if (job.status === 'IN_PROGRESS' && asksOnlyAgain(job) && !phones.joining)
        expect(againOf(job, phones.parts) + tally[code.SENT]).toBeGreaterThan(0);
    }));

  it('has no pass before it once it is ended', () =>
    always(({ job }) => {
      if (!['DONE', 'CANCELED', 'MERGED'].includes(job.status)) return;
      expect(job).toMatchObject({ pass_due: false, next_run_at: null, finished_on: expect.any(Number) });
    }));

  it('runs with phones to look up or to wait for, its dates set', () =>
    always(({ job, tally, joining }) => {
      if (job.status !== 'IN_PROGRESS') return;
      if (!joining) expect(openIn(tally)).toBeGreaterThan(0);
      expect(job).toMatchObject({
        pass_due: false,
        next_run_at: null,
        finished_on: null,
        started_on: expect.any(Number),
      });
    }));

  it('has as many passes as were asked for, and without end never ends by itself', () =>
    always(({ job, tally, doneBy }, before) => {
      if (before.status !== 'IN_PROGRESS' || job.iteration !== before.iteration) return;
      // What is asked again of a job that had ended ends it again.
      const more = !before.retrying && (job.iteration === 0 || job.pass < job.iteration) && validIn(tally) > 0;
      if (job.status === 'DONE' && doneBy === SYSTEM) expect(more).toBe(false);
      if (job.status === 'SCHEDULED') expect([more, job.pass_due]).toEqual([true, true]);
    }));
});

describe('what is asked again', () => {
  it('comes before the next pass, and starts a job that is done', () => {
    const between = { ...made, status: 'SCHEDULED', pass_due: true, next_run_at: 9 } as const;
    const again = retryFailed(between, 1, { by: 'ann', at: 5 });
    const first = { ...between, reopened: true, pass_due: false, next_run_at: null, finished_on: null };
    const { id, number } = made;
    expect(again).toEqual({ job: first, effects: [{ kind: 'CHANGED', event: { id, number } }] });
    const done = { ...made, status: 'DONE' } as const;
    expect(retryFailed(done, 1, { by: 'ann', at: 5 })).toMatchObject({ job: { status: 'SCHEDULED' } });
    expect(retryFailed(done, 0, { by: 'ann', at: 5 })).toEqual({ job: done, effects: [] });
  });

  it('is never what a stopped job had not asked yet', () => {
    const done: JobState = { ...made, status: 'DONE' };
    const [before, opened] = [phonesOf([code.PENDING, code.FAILED]), phonesOf([code.PENDING, code.PENDING], 1)];
    expect([toRetryOf(done, before.parts), toAskOf(done, before.parts)]).toEqual([1, 1]);
    const again = retryFailed(done, 1, { by: 'ann', at: 5 });
    if ('refused' in again) throw new Error(again.refused);
    expect([toAskOf(again.job, opened.parts), toComeOf(again.job, opened.parts)]).toEqual([1, 1]);
    const begun = start(again.job, opened, 6);
    const left = phonesOf([code.PENDING, code.NOT_FOUND]);
    expect(begun && finish(begun.job, left, 7)?.job).toMatchObject({
      status: 'DONE',
      retrying: false,
      reopened: false,
    });
    // What phones join it asks for all.
    const joined = reopen(again.job, { by: 'ann', at: 6 });
    if ('refused' in joined) throw new Error(joined.refused);
    expect(toAskOf(joined.job, opened.parts)).toBe(2);
  });

  it('is also what a retry that was stopped did not come to, and waits for whoever asks next', () => {
    const again = retryFailed({ ...made, status: 'DONE' }, 2, { by: 'ann', at: 5 });
    if ('refused' in again) throw new Error(again.refused);
    const rest = phonesOf([code.PENDING, code.PENDING, code.FAILED], 1);
    expect(toRetryOf(again.job, rest.parts)).toBe(1);
    const stopped = change(again.job, 'STOP', rest, { by: 'ann', at: 6 }, false);
    if ('refused' in stopped) throw new Error(stopped.refused);
    expect([toRetryOf(stopped.job, rest.parts), toAskOf(stopped.job, rest.parts)]).toEqual([2, 2]);
    for (const status of ['CREATED', 'CANCELED', 'MERGED'] as const)
      expect(toRetryOf({ ...stopped.job, status }, rest.parts)).toBeNull();
  });

  it('is all that was pending of a job that a version before had opened again', () => {
    const before: JobState = { ...made, status: 'IN_PROGRESS', retrying: true, iteration: 0 };
    expect(toAskOf(before, onePhone.parts)).toBe(1);
    expect(finish(before, nonePending, 6)?.job).toMatchObject({ status: 'DONE', retrying: false });
  });

  it('brings no further pass to a job that had ended, unless phones join it', () => {
    const done: JobState = { ...made, status: 'DONE', iteration: 0, schedule: 'daily' };
    const again = retryFailed(done, 1, { by: 'ann', at: 5 });
    if ('refused' in again) throw new Error(again.refused);
    const running: JobState = { ...again.job, status: 'IN_PROGRESS' };
    expect(finish(running, nonePending, 6)?.job).toMatchObject({ status: 'DONE', next_run_at: null, retrying: false });
    const opened = reopen(running, { by: 'ann', at: 6 });
    if ('refused' in opened) throw new Error(opened.refused);
    expect(finish(opened.job, nonePending, 7)?.job).toMatchObject({ status: 'SCHEDULED', pass_due: true });
  });
});

describe('the main job', () => {
  const main = createMain({ key: 1, id: 'one', number: 1 }, { by: SYSTEM, at: 1 }).job;

  it('begins another run when phones join it after its end: what the former had handed out is let go of', () => {
    const stopped = change(main, 'STOP', onePhone, { by: 'ann', at: 5 }, true);
    if ('refused' in stopped) throw new Error('it may be stopped');
    expect(reopen(stopped.job, { by: 'ann', at: 6 })).toMatchObject({
      job: { status: 'IN_PROGRESS', run: 2 },
      effects: [{ kind: 'STATUS_CHANGED', event: { from: 'DONE', to: 'IN_PROGRESS', run: 2 } }],
    });
  });

  it('runs from its making on, keeps to itself, and needs no slot when it is played again', () => {
    expect(main).toMatchObject({ status: 'IN_PROGRESS', run: 1, started_on: 1 });
    for (const order of ['PAUSE', 'STOP', 'CANCEL', 'DELETE', 'MERGE'] as const)
      expect(ordered(main, order, onePhone, 5)).toEqual({ refused: 'MAIN_JOB' });
    const stopped = change(main, 'STOP', onePhone, { by: 'ann', at: 5 }, true);
    if ('refused' in stopped) throw new Error('it may be stopped');
    expect(change(stopped.job, 'PLAY', onePhone, { by: 'ann', at: 6 }, true)).toMatchObject({
      job: { status: 'IN_PROGRESS', run: 2 },
    });
    expect(reopen(stopped.job, { by: 'ann', at: 6 })).toMatchObject({ job: { status: 'IN_PROGRESS' } });
    expect(finish(main, { parts: [], joining: false }, 5)).toBeNull();
  });

  it('is stopped again once what failed was asked again, and takes no numbers meanwhile', () => {
    const stopped = change(main, 'STOP', onePhone, { by: 'ann', at: 5 }, true);
    if ('refused' in stopped) throw new Error('it may be stopped');
    const again = retryFailed(stopped.job, 1, { by: 'ann', at: 6 });
    if ('refused' in again) throw new Error(again.refused);
    const begun = start(again.job, phonesOf([code.PENDING, code.PENDING], 1), 7);
    expect(begun?.job.status).toBe('IN_PROGRESS');
    expect([main, begun?.job ?? main].map(takesSingles)).toEqual([true, false]);
    const over = begun && finish(begun.job, phonesOf([code.PENDING, code.NOT_FOUND]), 8);
    expect(over?.job).toMatchObject({ status: 'DONE', retrying: false });
  });
});

describe('slots', () => {
  it('go to priority jobs first, and to those that wait the longest; what is due later waits', () => {
    const job = (number: number, given: Partial<JobState>): JobState => ({
      ...made,
      number,
      status: 'SCHEDULED',
      ...given,
    });
    const jobs = [
      job(5, {}),
      job(4, { next_run_at: 9 }),
      job(3, { next_run_at: 40 }),
      job(2, { type: 'PRIORITY', next_run_at: 10 }),
      job(1, { next_run_at: 30 }),
    ];
    const { due, nextAt } = queueOf(jobs, 10);
    expect([due.map(({ number }) => number), nextAt]).toEqual([[2, 5, 4], 30]);
  });

  it('are never taken from a priority job by regular ones', () => {
    const slots = new Slots(1, [{ type: 'REGULAR' }]);
    expect([slots.isFreeFor('REGULAR'), slots.isFreeFor('PRIORITY')]).toEqual([false, true]);
    slots.take('PRIORITY');
    expect(slots.isFreeFor('PRIORITY')).toBe(false);
  });
});
