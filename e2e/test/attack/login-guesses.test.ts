import { beforeAll, expect, it } from '@jest/globals';
import { calls, limits } from '@numscope/contracts';
import type { Api } from '../../src/calls/api.ts';
import { attacked } from '../../src/attack/attacked.ts';
import { logIn } from '../../src/attack/logins.ts';
import { type Ratio, ratioOf, takeAsLong, type TimedPair } from '../../src/attack/paired-times.ts';
import type { Product } from '../../src/product/product.ts';
import { scaled } from '../../src/scale.ts';
import { sharedProductForAll } from '../../src/product/tested-product.ts';

const RIGHT = 'Heron.Lagoon_41';
const WRONG = 'Plover.Meadow_17';
const GUESSES = scaled(304, 1000);
/** As many as are checked without being told to wait for others. */
const AT_ONCE = 8;

/** So many take turns that nobody is tried often enough to be slowed. */
const NAMES = scaled(20, 40);
const ROUND = scaled(40, 100);
const MOST = 6 * ROUND;
/** A name that nobody has, and that no password is hashed for, would take a tenth: few pairs tell that. */
const WITHIN = scaled(0.4, 0.1);

let product: Product;
let admin: Api;
sharedProductForAll((opened) => ({ product, admin } = opened), attacked);

const knownName = (n: number): string => `guessed_${10 + (n % NAMES)}`;
const unknownName = (n: number): string => `missing_${10 + (n % NAMES)}`;
beforeAll(async () => {
  for (let n = 0; n < NAMES; n++)
    await admin.call(calls.createUser, { body: { userName: knownName(n), password: RIGHT, roles: ['USER'] } });
});

/** What so many guesses from one address came to, by status, and the seconds that they took. */
async function guess(nameOf: (n: number) => string, from: string): Promise<{ met: Map<number, number>; s: number }> {
  const met = new Map<number, number>();
  const begun = performance.now();
  for (let n = 0; n < GUESSES; n += AT_ONCE) {
    const some = Array.from({ length: AT_ONCE }, (_none, m) =>
      logIn(product.url, { username: nameOf(n + m), password: `${WRONG}${n + m}`, from }),
    );
    for (const { status, retryAfter } of await Promise.all(some)) {
      if (status === 429) expect(retryAfter).toBeGreaterThanOrEqual(1);
      met.set(status, (met.get(status) ?? 0) + 1);
    }
  }
  return { met, s: (performance.now() - begun) / 1000 };
}

it(`answers ${GUESSES} guesses of one password from one address ten times, and 429 from then on`, async () => {
  const { met } = await guess(() => knownName(0), '127.0.40.1');
  expect(Object.fromEntries(met)).toEqual({ 401: limits.loginFailures, 429: GUESSES - limits.loginFailures });
});

it(`answers ${GUESSES} guesses at as many names from one address a hundred times a minute, and else 429`, async () => {
  const { met, s } = await guess((n) => `nobody_${n}`, '127.0.41.1');
  const minutes = 1 + Math.floor((s * 1000) / limits.loginMinuteMs);
  expect([...met.keys()].toSorted((left, right) => left - right)).toEqual([401, 429]);
  expect(met.get(401)).toBeLessThanOrEqual(limits.addressLoginFailures * minutes);
  process.stdout.write(`${GUESSES} guesses in ${s.toFixed(1)} s: ${JSON.stringify([...met])}\n`);
});

/** Each attempt has an address of its own, so that none is held back for another. */
let attempts = 0;
async function timeOf(username: string): Promise<number> {
  const n = attempts++;
  const from = `127.0.${50 + Math.floor(n / 250)}.${1 + (n % 250)}`;
  const { status, ms } = await logIn(product.url, { username, password: WRONG, from });
  expect(status).toBe(401);
  return ms;
}

async function timeBoth(n: number): Promise<TimedPair> {
  // By turns first and second: what comes after something else may take longer.
  if (n % 2 === 0) return { one: await timeOf(knownName(n)), other: await timeOf(unknownName(n)) };
  const other = await timeOf(unknownName(n));
  return { one: await timeOf(knownName(n)), other };
}

it('takes as long for a name that somebody has as for one that nobody has', async () => {
  for (let n = 0; n < NAMES; n++) await timeBoth(n);
  const pairs: TimedPair[] = [];
  let ratio: Ratio;
  do {
    for (let n = 0; n < ROUND; n++) pairs.push(await timeBoth(n));
    ratio = ratioOf(pairs);
  } while (takeAsLong(ratio, WITHIN) === null && pairs.length < MOST);
  const [low, median, high] = [ratio.low, ratio.median, ratio.high].map((value) => value.toFixed(3));
  process.stdout.write(`known to unknown names by ${pairs.length} pairs: ${median} times (${low} to ${high})\n`);
  // On a machine too busy to be certain, the likeliest value has to do.
  expect(takeAsLong(ratio, WITHIN) ?? Math.abs(ratio.median - 1) <= WITHIN).toBe(true);
});
