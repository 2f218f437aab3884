import { expect, it } from '@jest/globals';
import { limits } from '@numscope/contracts';
import * as fc from 'fast-check';
import { afterAttempt } from '../src/webhooks/retry-rule.ts';

const HOUR_MS = 3_600_000;
const refused = { ok: false, status: 500, reason: 'status 500' };
/** A part of one, as `Math.random` gives it. */
const chances = fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }));

it('has a delivery tried for a day: soon at first, at least each hour, more than twenty times, and then no more', () => {
  fc.assert(
    fc.property(chances, fc.nat(), (chance, queuedAt) => {
      let now = queuedAt;
      for (let attempts = 0; ; attempts++) {
        const { value } = chance.next();
        const { state, nextAt } = afterAttempt({ attempts, queuedAt }, refused, now, Number(value));
        const waits = (nextAt ?? 0) - now;
        const full = Math.min(HOUR_MS, 5000 * 2 ** attempts);
        expect(waits).toBeLessThanOrEqual(full);
        expect(waits).toBeGreaterThanOrEqual(full * 0.75);
        expect(state).toBe(now + waits - queuedAt < limits.deliveryTriedMs ? 'PENDING' : 'DEAD');
        if (state === 'DEAD') return expect(attempts).toBeGreaterThanOrEqual(20);
        now += waits;
      }
    }),
  );
});

it('keeps what came of each attempt', () => {
  expect(afterAttempt({ attempts: 2, queuedAt: 7 }, refused, 60_000, 0)).toEqual({
    state: 'PENDING',
    attempts: 3,
    at: 60_000,
    nextAt: 80_000,
    status: 500,
    reason: 'status 500',
  });
});

it('has one that arrived never tried again, however late that was', () => {
  const arrived = { ok: true, status: 204, reason: null };
  const settled = afterAttempt({ attempts: 30, queuedAt: 0 }, arrived, 2 * limits.deliveryTriedMs, 0.5);
  expect(settled).toMatchObject({ state: 'DELIVERED', attempts: 31, status: 204, reason: null });
});
