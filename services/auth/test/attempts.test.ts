import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apiError, calls } from '@numscope/contracts';
import { bob, type Setup, setUpAlone, PASSWORD } from './setup.ts';

let setup: Setup & { close(): Promise<void> };
beforeAll(async () => {
  setup = await setUpAlone();
  // Whoever has the password is let in, by whatever name.
  setup.client.answer({
    checkPassword: ({ body }) => ({
      user:
        body.password === PASSWORD
          ? { ...bob, userName: body.userName, lastLogin: Math.max(Date.now(), body.after + 1) }
          : null,
      known: !body.userName.startsWith('nobody'),
    }),
    setPassword: ({ body }) => {
      if (body.current !== PASSWORD) throw apiError('BAD_CREDENTIALS', { status: 400 });
    },
  });
});
afterAll(() => setup.close());

const enter = (username: string, address: string, password = PASSWORD) => setup.login({ username, password }, address);
const status = async (username: string, address: string, password?: string) =>
  (await enter(username, address, password)).statusCode;
const WRONG = 'Wrong!2026';
const many = (length: number, address: (n: number) => string) => Array.from({ length }, (_none, n) => address(n));

describe('one address', () => {
  const from = '198.51.100.7';

  it('may fail a hundred times a minute, whatever names it tries; who logged in from there before is let in all the same', async () => {
    expect(await status('regular', from)).toBe(200);
    for (let n = 0; n < 100; n++) expect(await status(`nobody_${n % 50}`, from, WRONG)).toBe(401);
    const refused = await enter('ann', from);
    expect(refused.json()).toMatchObject({ statusCode: 429, code: 'TOO_MANY_REQUESTS' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect([await status('regular', from), await status('ann', '198.51.100.8')]).toEqual([200, 200]);
    setup.test.clock.advance(60_001);
    expect(await status('ann', from)).toBe(200);
  });

  it('is not freed by a success among its failures', async () => {
    for (let n = 0; n < 100; n++) await status(`nobody_${n % 50}`, '198.51.100.9', n % 10 === 9 ? PASSWORD : WRONG);
    for (let n = 0; n < 10; n++) expect(await status(`nobody_x${n}`, '198.51.100.9', WRONG)).toBe(401);
    expect(await status('nobody_y', '198.51.100.9', WRONG)).toBe(429);
  });
});

describe('one user', () => {
  it('is tried once a second when many addresses failed, and from where it logged in before as ever', async () => {
    expect(await status('hunted', '192.0.2.1')).toBe(200);
    setup.test.clock.freeze(Date.now() + 3_600_000);
    for (const address of many(20, (n) => `192.0.2.${100 + n}`))
      expect(await status('hunted', address, WRONG)).toBe(401);
    expect(await status('hunted', '192.0.2.200', WRONG)).toBe(401);
    const slowed = await enter('hunted', '192.0.2.201');
    expect(slowed.json()).toMatchObject({ statusCode: 429, code: 'TOO_MANY_REQUESTS' });
    expect(slowed.headers['retry-after']).toBe('1');
    expect([await status('hunted', '192.0.2.1'), await status('ann', '192.0.2.201')]).toEqual([200, 200]);
    setup.test.clock.advance(1000);
    // Who failed before must leave the moment to others.
    expect(await status('hunted', '192.0.2.200', WRONG)).toBe(429);
    expect(await status('hunted', '192.0.2.202')).toBe(200);
  });

  it('stands by its name in the audit also where it is not tried', async () => {
    for (let n = 0; n < 10; n++) await status('locked', '192.0.2.50', WRONG);
    expect(await status('locked', '192.0.2.50')).toBe(429);
    const { data } = await setup.test.bus.waitFor(
      'audit.logged',
      (event) => event.data.outcome === 'TOO_MANY_REQUESTS' && event.data.ip === '192.0.2.50',
    );
    expect(data).toMatchObject({ username: 'locked', args: { username: 'locked' } });
  });

  it('has few attempts from one address wait for each other; more are refused at once', async () => {
    let letThrough = (): void => undefined;
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    setup.client.answer({
      checkPassword: async ({ body }) => {
        await held;
        return { user: { ...bob, userName: body.userName, lastLogin: Date.now() }, known: true };
      },
    });
    const answers = many(200, () => '192.0.2.60').map((address) => status('patient', address));
    expect(await Promise.race(answers)).toBe(429);
    letThrough();
    const all = await Promise.all(answers);
    expect(all.filter((code) => code === 200).length).toBeLessThanOrEqual(16);
    expect(all.filter((code) => code !== 200 && code !== 429)).toEqual([]);
  });
});

describe('the present password of a change', () => {
  it('can be guessed no more often than at a login', async () => {
    setup.client.answer({ checkPassword: () => ({ user: null, known: true }) });
    const token = setup.test.tokenFor('USER', 'changing');
    const change = (current: string) =>
      setup.as(token).inject({
        method: 'POST',
        url: calls.changePassword.path,
        remoteAddress: '192.0.2.70',
        payload: JSON.stringify({ current, password: 'Sunset!2026' }),
        headers: { 'content-type': 'application/json' },
      });
    for (let n = 0; n < 5; n++)
      expect((await change(WRONG)).json()).toMatchObject({ statusCode: 400, code: 'BAD_CREDENTIALS' });
    for (let n = 0; n < 5; n++) expect(await status('changing', '192.0.2.70', WRONG)).toBe(401);
    const refused = await change(PASSWORD);
    expect(refused.json()).toMatchObject({ statusCode: 429, code: 'TOO_MANY_REQUESTS' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60);
  });
});
