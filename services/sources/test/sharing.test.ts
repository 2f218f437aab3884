import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { Membership } from '../src/asking/membership.ts';
import { PeriodQuota, type QuotaAccount } from '../src/domain/limits/period-quota.ts';
import { dayOf, nextDay } from '../src/domain/limits/periods.ts';
import { rateShare } from '../src/domain/limits/pace.ts';
import { type QuotaPool, SharedQuota } from '../src/domain/limits/shared-quota.ts';
import type { Instance } from '../src/store/shared-records.port.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

/** What all have reserved of one day, kept to its limits; each answer takes a turn of the event loop. */
function poolOf(accounts: readonly QuotaAccount[], perDay: number): QuotaPool & { reserved(): number } {
  const book = new Map<string, number>();
  const quota = (): PeriodQuota => {
    const quota = new PeriodQuota(accounts, { perDay });
    for (const [account, calls] of book) quota.restore(account, dayOf(NOW), calls, NOW);
    return quota;
  };
  return {
    reserved: () => [...book.values()].reduce((sum, calls) => sum + calls, 0),
    async reserve(_day, calls, only) {
      await new Promise((resolve) => setImmediate(resolve));
      const best = quota().best(NOW, only);
      if (best === null) return { account: null, calls: 0, left: quota().left(NOW) ?? 0, resumesAt: nextDay(NOW) };
      const granted = Math.min(calls, best.left);
      book.set(best.name, (book.get(best.name) ?? 0) + granted);
      return {
        account: best.name,
        calls: granted,
        left: quota().left(NOW) ?? Number.MAX_SAFE_INTEGER,
        resumesAt: nextDay(NOW),
      };
    },
    async giveBack(_day, account, calls) {
      book.set(account, (book.get(account) ?? 0) - calls);
    },
  };
}

async function callAll(quota: SharedQuota, limit: number): Promise<string[]> {
  const taken: string[] = [];
  for (;;) {
    for (let refill = quota.refill(NOW); refill !== null; refill = quota.refill(NOW)) await refill;
    const account = taken.length < limit ? quota.take(NOW) : null;
    if (account === null) return taken;
    taken.push(account);
  }
}

describe('a shared quota', () => {
  const accounts = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 3 });

  it('gives all instances together exactly what the limits allow, if nobody keeps what he does not need', async () => {
    await fc.assert(
      fc.asyncProperty(
        accounts,
        fc.integer({ min: 0, max: 500 }),
        fc.array(fc.nat(300), { minLength: 1, maxLength: 3 }),
        async (...given) => {
          const [perDays, perDay, wishes] = given;
          const limits = perDays.map((limit, index) => ({ name: `a${index}`, perDay: limit }));
          const pool = poolOf(limits, perDay);
          const allowed = new PeriodQuota(limits, { perDay }).left(NOW) ?? 0;
          const quotas = wishes.map(() => new SharedQuota(limits, { perDay }, pool));
          const first = await Promise.all(quotas.map((quota, index) => callAll(quota, wishes[index] ?? 0)));
          for (const quota of quotas) await quota.giveBack();
          expect(pool.reserved()).toBe(first.flat().length);
          const last = await callAll(new SharedQuota(limits, { perDay }, pool), Number.MAX_SAFE_INTEGER);
          const all = [...first.flat(), ...last];
          expect(all).toHaveLength(allowed);
          for (const { name, perDay: limit } of limits)
            expect(all.filter((one) => one === name).length).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('holds at most one block, so that no more is lost with an instance; small where little is left', async () => {
    for (const [perDay, block] of [
      [100_000, 50],
      [500, 10],
      [20, 1],
    ] as const) {
      const pool = poolOf([{ name: 'a', perDay }], 0);
      const quota = new SharedQuota([{ name: 'a', perDay }], {}, pool);
      const made = await callAll(quota, 7);
      await new Promise((resolve) => setImmediate(resolve));
      expect(pool.reserved() - made.length).toBeLessThanOrEqual(block);
    }
  });

  it('gives an account that is asked on no more than its own, whatever the others have left', async () => {
    const accounts = [
      { name: 'a', perDay: 3 },
      { name: 'b', perDay: 100 },
    ];
    const quota = new SharedQuota(accounts, {}, poolOf(accounts, 0));
    let taken = 0;
    for (;;) {
      for (let refill = quota.refill(NOW, 'a'); refill !== null; refill = quota.refill(NOW, 'a')) await refill;
      if (quota.take(NOW, 'a') === null) break;
      taken++;
    }
    expect(taken).toBe(3);
    expect(await callAll(quota, 10)).toEqual(Array(10).fill('b'));
  });

  it('has nothing left once it hears that others have used it up, whatever it was told before', async () => {
    const accounts = [{ name: 'a', perDay: 6 }];
    const pool = poolOf(accounts, 0);
    const [one, other] = [new SharedQuota(accounts, {}, pool), new SharedQuota(accounts, {}, pool)];
    expect(await callAll(one, 1)).toEqual(['a']);
    await one.giveBack();
    expect(await callAll(other, 5)).toHaveLength(5);
    expect(one.left(NOW)).toBeGreaterThan(0);
    one.restore('a', dayOf(NOW), 6, NOW);
    expect(one.left(NOW)).toBe(0);
    expect(one.resumesAt(NOW)).toBe(nextDay(NOW));
  });

  it('hears when others bring something back, and begins anew the next day', async () => {
    const pool = poolOf([{ name: 'a', perDay: 2 }], 0);
    const [one, other] = [1, 2].map(() => new SharedQuota([{ name: 'a', perDay: 2 }], {}, pool));
    if (!one || !other) throw new Error('no quota');
    await other.refill(NOW);
    await callAll(one, 2);
    expect(one.left(NOW)).toBe(0);
    await other.giveBack();
    await one.lookAgain(NOW);
    expect(one.left(NOW)).toBe(1);
    expect(one.left(nextDay(NOW))).toBe(2);
    expect(one.take(nextDay(NOW))).toBeNull();
  });

  it('finds what it brings back itself, however long that takes', async () => {
    const accounts = [{ name: 'a', perDay: 2 }];
    const pool = poolOf(accounts, 0);
    const quota = new SharedQuota(
      accounts,
      {},
      {
        ...pool,
        async giveBack(...given) {
          for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
          await pool.giveBack(...given);
        },
      },
    );
    expect(await callAll(quota, 1)).toHaveLength(1);
    const giving = quota.giveBack();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await callAll(quota, 5)).toHaveLength(1);
    await giving;
    expect(pool.reserved()).toBe(2);
  });

  it('reserves nothing of a day that is over when it looks again', async () => {
    const accounts = [{ name: 'a', perDay: 2 }];
    const pool = poolOf(accounts, 0);
    const moments: number[] = [];
    const reserve: QuotaPool['reserve'] = (now, ...wanted) => {
      moments.push(now);
      return pool.reserve(now, ...wanted);
    };
    const quota = new SharedQuota(accounts, {}, { ...pool, reserve });
    await callAll(quota, 2);
    expect(quota.left(NOW)).toBe(0);
    const before = moments.length;
    await quota.lookAgain(NOW);
    expect(moments.slice(before)).toEqual([NOW]);
    await quota.lookAgain(nextDay(NOW));
    expect(moments.slice(before)).toEqual([NOW]);
    expect(quota.left(nextDay(NOW))).toBe(2);
  });
});

describe('the share of a rate', () => {
  const members = fc.integer({ min: 2, max: 20 });

  it('is the whole for one, and sums up to the whole calls for several', () => {
    expect(rateShare(2.5, 1, 0)).toBe(2.5);
    fc.assert(
      fc.property(members, fc.double({ min: 0.1, max: 500, noNaN: true }), (count, perSecond) => {
        const shares = Array.from({ length: count }, (_none, rank) => rateShare(perSecond, count, rank));
        if (perSecond < count) expect(new Set(shares)).toEqual(new Set([null]));
        else expect(shares.reduce<number>((sum, share) => sum + (share ?? 0), 0)).toBe(Math.floor(perSecond));
      }),
    );
  });

  it('never grows when one more comes: whoever knows of him first cannot take more than the others leave', () => {
    fc.assert(
      fc.property(
        members,
        fc.integer({ min: 20, max: 500 }),
        fc.nat(19),
        fc.boolean(),
        (count, perSecond, place, before) => {
          const rank = place % count;
          const later = rateShare(perSecond, count + 1, rank + (before ? 1 : 0));
          expect(later ?? 0).toBeLessThanOrEqual(rateShare(perSecond, count, rank) ?? 0);
        },
      ),
    );
  });
});

describe('the membership of instances', () => {
  const beat = (id: string, beats: number): Instance => ({ id, beats, works: [], figures: [] });
  const silent = beat('a', 7);

  it('lets the first begin at once, and one that comes to others wait until all have looked', () => {
    const first = new Membership('a').look([beat('a', 1)], 100, 200).standing;
    expect(first).toMatchObject({ members: ['a'], rank: 0, from: 200 });
    const second = new Membership('b').look([beat('a', 5), beat('b', 1)], 100, 200).standing;
    expect(second).toMatchObject({ members: ['a', 'b'], rank: 1 });
    // Whoever looked before it was announced has stopped or looked again by then.
    expect(second.from - 200).toBeGreaterThan(first.until - 100);
  });

  it('counts one out who does not beat for long enough that he has stopped himself, by whatever clock', () => {
    const membership = new Membership('b');
    const { until } = membership.look([silent, beat('b', 1)], 0, 1).standing;
    let beats = 1;
    let now = 0;
    let last = membership.look([silent, beat('b', ++beats)], now, now);
    while (last.dead.length === 0) last = membership.look([silent, beat('b', ++beats)], (now += 500), now);
    expect(last.dead).toEqual([silent]);
    expect(last.standing.members).toEqual(['b']);
    expect(now).toBeGreaterThan(until);
    expect(now).toBeLessThan(10_000);
  });

  it('makes one join anew who was silent for so long that others may have counted him out', () => {
    const membership = new Membership('b');
    membership.look([beat('b', 1)], 0, 0);
    const { standing } = membership.look([beat('a', 1), beat('b', 2)], 6000, 6000);
    expect(standing.from).toBeGreaterThan(6000);
  });
});
