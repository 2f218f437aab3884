import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { AdaptivePace } from '../src/domain/limits/adaptive-pace.ts';
import { Pace } from '../src/domain/limits/pace.ts';

const begin = (pace: AdaptivePace, now: number): number => {
  const at = now + pace.wait(now);
  pace.count(at);
  return at;
};

describe('a pace that a source complains of', () => {
  it('is halved by each complaint of a call that began since, never stops, and rises without one', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(gaps, (given) => {
        const pace = new AdaptivePace(new Pace(0));
        let now = 0;
        for (const gap of given) {
          now = begin(pace, now + gap);
          pace.wait(now + 1);
          const before = pace.perSecond ?? Number.POSITIVE_INFINITY;
          pace.complained(now, now + 1);
          const cut = pace.perSecond ?? 0;
          expect(cut).toBeGreaterThan(0);
          expect(cut).toBeLessThanOrEqual(Math.max(1 / 60, before / 2));
          expect(pace.complained(now, now + 1)).toBeGreaterThan(0);
          expect(pace.perSecond).toBe(cut);
          now += 1;
          pace.wait(now + 10);
          expect(pace.perSecond).toBeGreaterThan(cut);
        }
        // Nobody complains for a day.
        pace.wait(now + 86_400_000);
        expect(pace.perSecond).toBeNull();
      }),
    );
  });

  it('tells others only of complaints made to it, or two that tell each other would never cease to go slower', () => {
    const pace = new AdaptivePace(new Pace(0));
    const now = begin(pace, 1000);
    pace.complained(now, now + 1);
    const own = pace.perSecond ?? 0;
    expect(pace.cuts).toBe(1);
    pace.cut(now + 2);
    expect(pace.perSecond).toBeLessThan(own);
    expect(pace.cuts).toBe(1);
  });

  it('never goes faster than it was configured', () => {
    const pace = new AdaptivePace(new Pace(10));
    let now = 0;
    const begun: number[] = [];
    for (let call = 0; call < 100; call++) {
      now = begin(pace, now);
      begun.push(now);
      if (call % 7 === 0) pace.complained(now, now);
    }
    for (const from of begun)
      expect(begun.filter((at) => at >= from && at < from + 1000).length).toBeLessThanOrEqual(10);
  });

  it('finds what a source of 5 a second takes: 400 of 400 within two minutes, seldom complained of', () => {
    const pace = new AdaptivePace(new Pace(0));
    const taken: number[] = [];
    let [now, held, served, complaints] = [0, 0, 0, 0];
    while (served < 400) {
      now = Math.max(begin(pace, now), held);
      while ((taken[0] ?? now) <= now - 1000) taken.shift();
      if (taken.length >= 5) {
        complaints++;
        held = now + pace.complained(now, now);
        continue;
      }
      taken.push(now);
      served++;
      pace.answered();
    }
    expect(now).toBeLessThan(120_000);
    expect(complaints).toBeLessThan(40);
  });
});
