import { beforeAll, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { askUntil } from '@numscope/testing/ask-until';
import { Api, RefusedError } from '../../src/calls/api.ts';
import { type Attempt, logIn, manyLogins, logInPatiently } from '../../src/attack/logins.ts';
import { aside, heldUp, othersDuring } from '../../src/attack/others.ts';
import type { Product } from '../../src/product/product.ts';
import { scaled } from '../../src/scale.ts';
import { sharedProductForAll } from '../../src/product/tested-product.ts';

const RIGHT = 'Heron.Lagoon_41';
/** Most calls of others may take no longer, on a machine that does nothing else. */
const SLOW_MS = 200;
/** Neither may a login from elsewhere there, waits that it is told of included. */
const LET_IN_MS = 5000;
const WRONG = 'Plover.Meadow_17';

let product: Product;
let admin: Api;
sharedProductForAll((opened) => ({ product, admin } = opened), { scale: aside });
beforeAll(async () => {
  for (const userName of ['target_a', 'target_b', 'target_c', 'hunted', 'calm'])
    await admin.call(calls.createUser, { body: { userName, password: RIGHT, roles: ['USER'] } });
});

const attempt = (username: string, from: string, password = RIGHT): Attempt => ({ username, password, from });
const statusOf = async (...of: Parameters<typeof attempt>): Promise<number> =>
  (await logIn(product.url, attempt(...of))).status;

/** How often there is which status. */
function counted(statuses: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** What a call is refused with. */
async function refusal(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RefusedError)) throw error ?? new Error('the call was not refused');
  return error.body;
}

it('takes 600 logins at once without a fault, and others notice nothing', async () => {
  const names = ['target_a', 'target_b', 'target_c', 'nobody_d', 'nobody_e'];
  const flood = Array.from({ length: 600 }, (_none, n) =>
    attempt(names[n % names.length] ?? '', `127.0.1.${1 + (n % 60)}`, n % 3 === 0 ? RIGHT : WRONG),
  );
  const paths = [calls.health.path, calls.me.path, '/'];
  // A product that has been in use for a while: code that never ran is slow by itself.
  const before = Array.from({ length: scaled(150, 300) }, (_none, n) =>
    attempt(`nobody_${n}`, `127.0.2.${1 + (n % 60)}`, WRONG),
  );
  await (
    await manyLogins(product.url, before)
  )();
  const begin = await manyLogins(product.url, flood);
  const { done, met } = await othersDuring(
    () => Promise.all([begin(), logInPatiently(product.url, attempt('calm', '127.0.9.9'), 30_000)]),
    { url: product.url, token: admin.token, paths },
  );
  const [answers, calm] = done;
  const { 200: _passed, 401: _wrong, 429: _later, ...faults } = counted(answers.map(({ status }) => status));
  expect(faults).toEqual({});
  expect(answers.filter(({ status, retryAfter }) => status === 429 && retryAfter === null)).toEqual([]);
  expect(calm).toMatchObject({ status: 200 });
  expect(calm.ms).toBeLessThan(LET_IN_MS * Math.max(...met.map(({ stretch }) => stretch)));
  expect(met.map(({ statuses }) => statuses)).toEqual(paths.map(() => [200]));
  expect(heldUp('600 logins at once', met, SLOW_MS)).toEqual([]);
});

it('slows sixty addresses that try one account to an attempt a second, and lets its owner in meanwhile', async () => {
  expect(await statusOf('hunted', '127.0.5.1')).toBe(200);
  const siege = { on: true, statuses: [] as number[] };
  const begun = performance.now();
  const besiege = async (from: string): Promise<void> => {
    while (siege.on) {
      const { status, retryAfter } = await logIn(product.url, attempt('hunted', from, WRONG));
      siege.statuses.push(status);
      // As often as it is told at most, so that a test of a minute does not become one of the machine.
      await new Promise((resolve) => setTimeout(resolve, Math.min(retryAfter ?? 0, 1) * 1000));
    }
  };
  const all = Array.from({ length: 60 }, (_none, n) => besiege(`127.0.6.${n + 1}`));
  await askUntil(
    () => counted(siege.statuses)[429],
    (refused) => refused !== undefined,
  );
  const here = await logIn(product.url, attempt('hunted', '127.0.5.1'));
  const elsewhere = await logInPatiently(product.url, attempt('hunted', '127.0.5.2'), 60_000);
  siege.on = false;
  await Promise.all(all);
  const seconds = (performance.now() - begun) / 1000;
  expect([here.status, elsewhere.status]).toEqual([200, 200]);
  expect(elsewhere.ms).toBeLessThan(60_000);
  // Twenty fail before it is slowed.
  expect(counted(siege.statuses)[401]).toBeLessThanOrEqual(20 + seconds + 1);
});

it('lets an address fail a hundred times a minute, whatever names it tries', async () => {
  const statuses: number[] = [];
  // A few at once, as many as are checked without being told to wait.
  for (let n = 0; n < 120; n += 8)
    statuses.push(
      ...(await Promise.all(Array.from({ length: 8 }, (_none, m) => statusOf(`nobody_${n + m}`, '127.0.7.1', WRONG)))),
    );
  expect(counted(statuses)).toEqual({ 401: 100, 429: 20 });
  const refused = await logIn(product.url, attempt('calm', '127.0.7.1'));
  expect(refused.status).toBe(429);
  expect(refused.retryAfter).toBeLessThanOrEqual(60);
  expect(await statusOf('calm', '127.0.7.2')).toBe(200);
});

it('has the present password of a change guessed no more often than at a login', async () => {
  const owner = await Api.login(product.url, 'calm', RIGHT);
  const change = (current: string) =>
    refusal(owner.call(calls.changePassword, { body: { current, password: 'Plover.Meadow_18' } }));
  for (let n = 0; n < 10; n++) expect(await change(WRONG)).toMatchObject({ statusCode: 400, code: 'BAD_CREDENTIALS' });
  expect(await change(RIGHT)).toMatchObject({ statusCode: 429, code: 'TOO_MANY_REQUESTS' });
});

it('keeps nothing in the audit of a password that was typed as a name', async () => {
  const typed = 'Typed.As_Name77';
  expect(await statusOf(typed, '127.0.8.1')).toBe(401);
  expect(await statusOf('calm', '127.0.8.1', WRONG)).toBe(401);
  let content: Array<{ username: string }> = [];
  while (content.length < 2)
    content = (await admin.call(calls.searchAudit, { body: { actionTypes: ['LOGIN'], ip: '127.0.8.1' } })).content;
  expect(content.map(({ username }) => username)).toEqual(['calm', '***']);
  expect(JSON.stringify(content) + product.output()).not.toContain(typed);
});

it('gives nobody a common password, nor a name that stands for something else', async () => {
  const create = (userName: string, password: string) =>
    refusal(admin.call(calls.createUser, { body: { userName, password, roles: ['USER'] } }));
  for (const password of ['Password1!', 'P@ssw0rd2026!', 'Qwerty123!', 'Welcome1!', 'My.N3wcomer_1'])
    expect(await create('newcomer', password)).toMatchObject({
      statusCode: 400,
      code: 'PASSWORD_RULE',
      message: expect.stringMatching(/easily guessed|must not contain the username/),
      details: [{ field: 'password' }],
    });
  for (const name of ['anonymous', 'System', 'SERVICE', 'numscope'])
    expect(await create(name, RIGHT)).toMatchObject({
      statusCode: 409,
      code: 'USERNAME_TAKEN',
      details: [{ field: 'userName' }],
    });
});
