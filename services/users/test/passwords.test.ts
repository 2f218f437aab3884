import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { authed } from '@numscope/testing';
import { hashPassword, verifyPassword } from '../src/passwords/password-hash.ts';
import { type Setup, setUp, PASSWORD } from './setup.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await setUp();
  await setup.create();
});
afterAll(() => setup.close());

const check = async (userName: string, password: string) =>
  (await setup.internal.call(calls.checkPassword, { body: { userName, password } })).json().user;
const change = (body: { userName: string; current: string; password: string; keepIssuedAt?: number }) =>
  setup.internal.call(calls.setPassword, { body });

describe('a password hash', () => {
  it('is a PHC string of argon2id at 19 MiB, two passes, one lane, and never the same twice', async () => {
    const [one, two] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword(PASSWORD, one)).toBe(true);
    expect(await verifyPassword(`${PASSWORD} `, one)).toBe(false);
  });

  it('is checked at the cost that it names', async () => {
    const cheap = (await hashPassword(PASSWORD)).replace('t=2', 't=1');
    expect(await verifyPassword(PASSWORD, cheap)).toBe(false);
  });
});

describe('checking a password', () => {
  it('answers the user and notes the login, whatever the case of the name', async () => {
    const before = Date.now();
    expect(await check('BOB', PASSWORD)).toMatchObject({ userName: 'bob', lastLogin: expect.any(Number) });
    expect((await setup.all())[0]?.lastLogin).toBeGreaterThanOrEqual(before);
  });

  it('answers null for a wrong password and for nobody', async () => {
    expect(await check('bob', 'Wrong!2026')).toBeNull();
    expect(await check('nobody', PASSWORD)).toBeNull();
  });

  it('is for our own services only', async () => {
    const admin = authed(setup.service.app, setup.test.tokenFor('ADMIN'));
    expect((await admin.call(calls.checkPassword, { body: { userName: 'bob', password: PASSWORD } })).statusCode).toBe(
      403,
    );
  });
});

describe('changing a password', () => {
  it('refuses a wrong present one with 400, because the session is not at fault', async () => {
    const answer = await change({ userName: 'bob', current: 'Wrong!2026', password: 'Sunset!2026' });
    expect(answer.json()).toMatchObject({ statusCode: 400, code: 'BAD_CREDENTIALS' });
  });

  it('refuses a new one that breaks the rule', async () => {
    const answer = await change({ userName: 'bob', current: PASSWORD, password: 'sunset' });
    expect(answer.json()).toMatchObject({ statusCode: 400, code: 'PASSWORD_RULE' });
  });

  it('replaces it and ends the other sessions', async () => {
    const answer = await change({ userName: 'bob', current: PASSWORD, password: 'Sunset!2026', keepIssuedAt: 5 });
    expect(answer.statusCode).toBe(204);
    expect(await check('bob', PASSWORD)).toBeNull();
    expect(await check('bob', 'Sunset!2026')).toMatchObject({ userName: 'bob' });
    expect((await setup.test.bus.waitFor('user.changed')).data).toMatchObject({
      userName: 'bob',
      keepIssuedAt: 5,
      deleted: false,
    });
  });
});
