import { beforeAll, describe, expect, it } from '@jest/globals';
import { apiError, calls } from '@numscope/contracts';
import { aroundAll } from '@numscope/testing/around';
import { askUntil } from '@numscope/testing/ask-until';
import { bob, type Setup, setUpAlone, PASSWORD } from './setup.ts';

const CODE = '123456';
let setup: Setup & { close(): Promise<void> };
aroundAll(setUpAlone, (opened) => (setup = opened));

// Users, as far as auth sees it: bob has a second factor.
beforeAll(() =>
  setup.client.answer({
    checkPassword({ body }) {
      if (body.password !== PASSWORD) return { user: null, known: true };
      if (body.code === null) return { user: null, known: true, code: 'REQUIRED' };
      if (body.code === '999999') return { user: null, known: true, code: 'TOO_MANY', retryAfterMs: 61_000 };
      if (body.code !== CODE) return { user: null, known: true, code: 'WRONG' };
      return { user: { ...bob, lastLogin: Date.now() }, known: true };
    },
    secondFactorOf: () => ({ confirmedAt: 5, recoveryCodes: 3 }),
    startSecondFactor({ body }) {
      if (body.password !== PASSWORD) throw apiError('BAD_CREDENTIALS', { status: 400 });
      return { secret: 'ABC', uri: 'otpauth://totp/x' };
    },
    turnOnSecondFactor: () => ({ recoveryCodes: ['a', 'b'] }),
    turnOffSecondFactor({ body }) {
      if (body.code !== CODE) throw apiError('CODE_WRONG', { status: 422 });
    },
  }),
);

const right = { username: 'bob', password: PASSWORD };
const statusesOf = async (times: number, body: object, address: string): Promise<number[]> => {
  const statuses: number[] = [];
  for (let time = 0; time < times; time++) statuses.push((await setup.login(body, address)).statusCode);
  return statuses;
};

describe('a login with a second factor', () => {
  it('is told that a code is needed, and gets a token by it', async () => {
    const asked = await setup.login(right, '203.0.113.1');
    expect(asked.json()).toMatchObject({ statusCode: 401, code: 'CODE_REQUIRED' });
    expect((await setup.login({ ...right, code: ' ' }, '203.0.113.1')).json()).toMatchObject({ code: 'CODE_REQUIRED' });
    const answer = await setup.login({ ...right, code: CODE }, '203.0.113.1');
    expect(answer.statusCode).toBe(200);
    expect(Object.keys(answer.json())).toEqual(['accessToken']);
  });

  it('counts wrong codes as wrong passwords, up to ten', async () => {
    const statuses = await statusesOf(11, { ...right, code: '000000' }, '203.0.113.2');
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect((await setup.login({ ...right, code: CODE }, '203.0.113.2')).statusCode).toBe(429);
    setup.test.clock.advance(60_001);
  });

  it('forgives no failures by a password without its code', async () => {
    for (let round = 0; round < 4; round++) {
      await statusesOf(2, { ...right, code: '000000' }, '203.0.113.3');
      expect((await setup.login(right, '203.0.113.3')).statusCode).toBe(401);
    }
    await statusesOf(2, { ...right, code: '000000' }, '203.0.113.3');
    expect((await setup.login(right, '203.0.113.3')).statusCode).toBe(429);
    setup.test.clock.advance(60_001);
  });

  it('says how long no code of the account is looked at', async () => {
    const refused = await setup.login({ ...right, code: '999999' }, '203.0.113.4');
    expect(refused.json()).toMatchObject({ statusCode: 429, code: 'TOO_MANY_REQUESTS' });
    expect(refused.headers['retry-after']).toBe('61');
  });

  it('leaves no code in the audit, and names the user', async () => {
    await setup.login({ ...right, code: '271828' }, '203.0.113.5');
    const { data } = await setup.test.bus.waitFor('audit.logged', (event) => event.data.ip === '203.0.113.5');
    expect(data).toMatchObject({ username: 'bob', outcome: 'CODE_WRONG', args: { username: 'bob', code: '***' } });
    expect(JSON.stringify(setup.test.bus.published('audit.logged'))).not.toContain('271828');
  });

  it('that lacks its code is told in the audit for each user whose password somebody has', async () => {
    const address = '203.0.113.7';
    await setup.login({ username: 'ann', password: PASSWORD }, address);
    await setup.login({ username: 'Ben', password: PASSWORD }, address);
    const entries = () => setup.test.bus.published('audit.logged').filter(({ data }) => data.ip === address);
    await askUntil(() => entries().length === 2);
    expect(entries().map(({ data }) => [data.outcome, data.username])).toEqual([
      ['CODE_REQUIRED', 'ann'],
      ['CODE_REQUIRED', 'Ben'],
    ]);
  });

  it('refuses a code that is longer than any', async () => {
    const refused = await setup.login({ ...right, code: '1'.repeat(65) }, '203.0.113.6');
    expect(refused.json()).toMatchObject({ statusCode: 400, code: 'INVALID' });
  });
});

describe('the own second factor', () => {
  const own = () => setup.as(setup.test.tokenFor('USER', 'bob'));

  it('is told, begun, confirmed and turned off', async () => {
    expect((await own().call(calls.secondFactor)).json()).toEqual({ confirmedAt: 5, recoveryCodes: 3 });
    const begun = await own().call(calls.beginSecondFactor, { body: { password: PASSWORD } });
    expect(begun.json()).toEqual({ secret: 'ABC', uri: 'otpauth://totp/x' });
    const confirmed = await own().call(calls.confirmSecondFactor, { body: { code: CODE } });
    expect(confirmed.json()).toEqual({ recoveryCodes: ['a', 'b'] });
    const off = await own().call(calls.disableSecondFactor, { body: { password: PASSWORD, code: CODE } });
    expect(off.statusCode).toBe(204);
    const made = setup.client.made.filter(({ name }) => name.endsWith('SecondFactor') || name === 'secondFactorOf');
    expect(made.every(({ body }) => JSON.stringify(body).includes('"id":"id-of-bob"'))).toBe(true);
    const entry = { actionType: 'USER', username: 'bob', userId: 'id-of-bob', outcome: 'OK' };
    for (const name of ['startSecondFactor', 'turnOnSecondFactor', 'turnOffSecondFactor'] as const)
      expect(setup.client.madeTo(name).at(-1)?.body).toMatchObject({ audit: entry });
    expect(setup.test.bus.published('audit.logged').filter(({ data }) => data.actionType === 'USER')).toEqual([]);
  });

  it('is not for guessing: wrong passwords and wrong codes count as at a login', async () => {
    const off = async (code: string) =>
      (await own().call(calls.disableSecondFactor, { body: { password: PASSWORD, code } })).statusCode;
    const statuses: number[] = [];
    for (let time = 0; time < 11; time++) statuses.push(await off('000000'));
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
    const begin = await own().call(calls.beginSecondFactor, { body: { password: 'Wrong!2026' } });
    expect(begin.statusCode).toBe(429);
    setup.test.clock.advance(16 * 60_000);
  });

  it('needs the password', async () => {
    const begin = await own().call(calls.beginSecondFactor, { body: {} });
    expect(begin.json()).toMatchObject({ statusCode: 400, code: 'PASSWORD_REQUIRED' });
  });
});
