import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { type CallSign, RefusalWatch } from '../src/domain/health/refusal-watch.ts';

/** What several instances do with one source: each begins what it may, a call of one ends, all hear each other. */
class Instances {
  readonly watches: RefusalWatch[];
  /** When each call in flight began. */
  readonly inFlight: number[][];
  calls = 0;
  now = 0;
  isStopped = false;

  constructor(count: number) {
    this.watches = Array.from({ length: count }, () => new RefusalWatch());
    this.inFlight = this.watches.map(() => []);
  }

  begin(rank: number, most = 100): void {
    const [watch, flying] = [this.watches[rank], this.inFlight[rank]];
    if (!watch || !flying) return;
    while (flying.length < most) {
      if (!watch.admits(flying.length, { instances: this.watches.length, rank }, this.now)) return;
      flying.push(++this.now);
      this.calls++;
    }
  }

  end(rank: number, sign: CallSign): void {
    const begun = this.inFlight[rank]?.shift();
    if (begun !== undefined) this.isStopped ||= this.watches[rank]?.note(sign, begun, ++this.now) ?? false;
  }

  hear(): void {
    this.now += 1000;
    const rows = this.watches.map((watch) => watch.row(this.now));
    for (const [rank, watch] of this.watches.entries())
      this.isStopped ||= watch.hear(
        rows.filter((_row, other) => other !== rank),
        this.now,
      );
  }
}

const sign = fc.constantFrom('REFUSED' as const, 'STATED' as const);

describe('a source that never served us', () => {
  it.each([1, 2, 3, 4, 6, 10, 20])('is worth 20 calls to %i instances that all ask at once', (count) => {
    fc.assert(
      fc.property(sign, (one) => {
        const all = new Instances(count);
        for (let rank = 0; rank < count; rank++) all.begin(rank);
        expect(all.calls).toBe(20);
        while (!all.isStopped) {
          for (let rank = 0; rank < count; rank++) all.end(rank, one);
          all.hear();
        }
        expect(all.calls).toBe(20);
      }),
    );
  });

  it('costs several instances no more than 20 calls and one for each of them, in whatever order they ask and hear', () => {
    const step = fc.record({ rank: fc.nat(9), act: fc.constantFrom('begin', 'end', 'end', 'hear') });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), sign, fc.array(step, { maxLength: 400 }), (count, one, steps) => {
        const all = new Instances(count);
        for (const { rank, act } of steps) {
          if (all.isStopped) break;
          if (act === 'hear') all.hear();
          else if (act === 'begin') all.begin(rank % count);
          else all.end(rank % count, one);
        }
        expect(all.calls).toBeLessThanOrEqual(20 + count);
      }),
      { numRuns: 500 },
    );
  });

  it('is asked on carefully by one of ten instances that alone has something to ask, and then stopped', () => {
    const all = new Instances(10);
    for (let turn = 0; turn < 20 && !all.isStopped; turn++) {
      all.begin(0);
      while (all.inFlight[0]?.length) all.end(0, 'REFUSED');
      all.hear();
    }
    expect(all.isStopped).toBe(true);
    expect(all.calls).toBe(5);
  });
});

describe('a source whose key dies while it serves us', () => {
  it('costs what was out when it first refused, or 20 calls if that is more; what it still served of before adds no more than 20', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        sign,
        fc.array(fc.boolean(), { maxLength: 60 }),
        (most, one, served) => {
          const all = new Instances(1);
          all.begin(0, 1);
          all.end(0, 'SERVED');
          all.begin(0, most);
          const [before, diesAt] = [all.calls, all.now];
          const out = all.inFlight[0]?.length ?? 0;
          all.end(0, one);
          for (const still of [...served, ...Array<boolean>(100).fill(false)]) {
            if (all.isStopped) break;
            all.begin(0, most);
            const begun = all.inFlight[0]?.[0] ?? 0;
            all.end(0, still && begun <= diesAt ? 'SERVED' : one);
          }
          expect(all.isStopped).toBe(true);
          const begunAfter = all.calls - before;
          expect(begunAfter).toBeLessThanOrEqual(20);
          if (!served.includes(true)) expect(out + begunAfter).toBeLessThanOrEqual(Math.max(out, 20));
        },
      ),
    );
  });

  it('is asked as before once it has served a call that began after', () => {
    const all = new Instances(1);
    all.begin(0, 1);
    all.end(0, 'SERVED');
    all.begin(0, 50);
    all.end(0, 'REFUSED');
    all.begin(0, 50);
    expect(all.calls).toBe(51);
    while ((all.inFlight[0]?.length ?? 0) > 0) all.end(0, 'SERVED');
    all.begin(0, 1);
    all.end(0, 'SERVED');
    all.begin(0, 50);
    expect(all.inFlight[0]).toHaveLength(50);
  });
});

it('instances that are served now and then are not stopped by what each meets in between', () => {
  const all = new Instances(5);
  for (let turn = 0; turn < 100; turn++) {
    for (let rank = 0; rank < 5; rank++) {
      all.begin(rank, 1);
      all.end(rank, (turn + rank) % 3 === 0 ? 'SERVED' : 'REFUSED');
    }
    all.hear();
  }
  expect(all.isStopped).toBe(false);
});

it('what another instance met long ago is no row with what one meets now', () => {
  const [idle, busy] = [new RefusalWatch(), new RefusalWatch()];
  for (let at = 1; at <= 4; at++) idle.note('REFUSED', at, at);
  busy.note('SERVED', 1, 1);
  const soon = 30_000;
  expect(busy.hear([idle.row(soon)], soon)).toBe(false);
  const late = 100_000;
  busy.hear([idle.row(late)], late);
  expect(busy.note('REFUSED', late, late)).toBe(false);
  // Four of just now and one of just now are five in a row.
  for (let at = late; at < late + 4; at++) idle.note('REFUSED', at, at);
  expect(idle.row(late + 4).refused).toBeGreaterThanOrEqual(4);
  expect(busy.hear([idle.row(late + 4)], late + 4)).toBe(true);
});
