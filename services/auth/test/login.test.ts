import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { apiError, messages, TokenClaims } from '@numscope/contracts';
import { createTestKit, type TestKit } from '@numscope/testing';
import { bob, type Setup, setUp, PASSWORD } from './setup.ts';

let test: TestKit;
let setup: Setup;
beforeAll(async () => {
  test = await createTestKit('auth');
  setup = await setUp(test);
});
afterAll(async () => {
  await setup.service.close();
  await test.close();
});

const right = { username: 'bob', password: PASSWORD };
const wrong = { username: 'bob', password: 'Wrong!2026' };
const claimsOf = (token: string) =>
  TokenClaims.parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()));

/** Fails `times` times and answers the statuses. */
async function fail(times: number, address: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time++) statuses.push((await setup.login(wrong, address)).statusCode);
  return statuses;
}

describe('logging in', () => {
  it.each([
    ['no name', {}, 400, 'USERNAME_REQUIRED', messages.usernameRequired],
    ['an empty name', { username: ' ', password: '' }, 400, 'USERNAME_REQUIRED', messages.usernameRequired],
    ['no password', { username: 'bob', password: null }, 400, 'PASSWORD_REQUIRED', messages.passwordRequired],
    ['a wrong password', wrong, 401, 'BAD_CREDENTIALS', messages.badCredentials],
    ['an unknown name', { ...right, username: 'nobody' }, 401, 'BAD_CREDENTIALS', messages.badCredentials],
    ['a name that is no text', { ...right, username: 5 }, 400, 'INVALID', messages.invalidData],
  ])('with %s is refused', async (_case, body, statusCode, code, message) => {
    expect((await setup.login(body, '203.0.113.9')).json()).toMatchObject({ statusCode, code, message });
  });

  it('answers a token with the claims of the user, for 12 hours', async () => {
    const answer = await setup.login({ ...right, username: 'BOB' });
    expect(answer.statusCode).toBe(200);
    const claims = claimsOf(answer.json().accessToken);
    expect(claims).toMatchObject({
      sub: 'bob',
      roles: 'USER',
      modules: 'Profiler',
      iss: 'numscope',
      aud: 'numscope-api',
    });
    expect(claims.exp - claims.iat).toBe(12 * 3600);
  });

  it('is audited by the name of the user, refused or not, without the password', async () => {
    await setup.login(wrong, '203.0.113.2');
    await setup.login(right, '203.0.113.3');
    const entryFrom = (ip: string) => test.bus.waitFor('audit.logged', (event) => event.data.ip === ip);
    const args = { username: 'bob', password: '***' };
    expect((await entryFrom('203.0.113.2')).data).toMatchObject({
      actionType: 'LOGIN',
      username: 'bob',
      outcome: 'BAD_CREDENTIALS',
      args,
    });
    expect((await entryFrom('203.0.113.3')).data).toMatchObject({
      actionType: 'LOGIN',
      username: 'bob',
      outcome: 'OK',
      args,
      userId: bob.id,
    });
  });

  it('is audited without the name while nobody has it: people type passwords there', async () => {
    const typed = 'Heron.Lagoon_41';
    await setup.login({ username: typed, password: PASSWORD }, '203.0.113.6');
    await setup.login({ username: typed }, '203.0.113.7');
    const hidden = { actionType: 'LOGIN', username: '***', args: { username: '***' } };
    const entryFrom = (ip: string) => test.bus.waitFor('audit.logged', (event) => event.data.ip === ip);
    expect((await entryFrom('203.0.113.6')).data).toMatchObject({ ...hidden, outcome: 'BAD_CREDENTIALS' });
    expect((await entryFrom('203.0.113.7')).data).toMatchObject({ ...hidden, outcome: 'PASSWORD_REQUIRED' });
    expect(JSON.stringify(test.bus.published('audit.logged'))).not.toContain(typed);
  });

  it('answers 503 and counts nothing while users does not answer', async () => {
    const before = setup.client.madeTo('checkPassword').length;
    setup.client.answer({
      checkPassword: () => {
        throw apiError('SERVICE_UNAVAILABLE');
      },
    });
    const statuses = await fail(11, '203.0.113.4');
    setup.client.answer({ checkPassword: () => ({ user: null, known: true }) });
    expect(statuses).toEqual(Array.from({ length: 11 }, () => 503));
    expect((await setup.login(wrong, '203.0.113.4')).statusCode).toBe(401);
    expect(setup.client.madeTo('checkPassword')).toHaveLength(before + 12);
  });

  it('dates the token by the moment at which users saw the rights', async () => {
    const lastLogin = Date.now() - 5000;
    setup.client.answer({ checkPassword: () => ({ user: { ...bob, lastLogin }, known: true }) });
    const { accessToken } = (await setup.login(right, '203.0.113.5')).json();
    expect(test.tokens.verify(accessToken).issuedAt).toBe(lastLogin);
  });
});

describe('failed logins', () => {
  // Those of other tests are too old to hold up a user whom many addresses try.
  beforeEach(() => test.clock.advance(60_001));

  beforeAll(() =>
    setup.client.answer({
      checkPassword: ({ body }) => ({ user: body.password === PASSWORD ? bobAs(body.userName) : null, known: true }),
    }),
  );

  const bobAs = (userName: string) => ({
    id: 'u1',
    userName,
    roles: ['USER' as const],
    modules: [],
    createdTimestamp: 1,
    lastLogin: null,
  });

  it('are refused after the tenth, even with the right password, and only for that user and address', async () => {
    expect(await fail(11, '203.0.113.10')).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    const refused = await setup.login(right, '203.0.113.10');
    expect(refused.json()).toMatchObject({ statusCode: 429, code: 'TOO_MANY_REQUESTS' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
    expect((await setup.login(right, '203.0.113.11')).statusCode).toBe(200);
    expect((await setup.login({ ...wrong, username: 'eve' }, '203.0.113.10')).statusCode).toBe(401);
    expect((await setup.login({ ...wrong, username: 'BOB' }, '203.0.113.10')).statusCode).toBe(429);
  });

  it('are no more than ten when many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, () => setup.login(wrong, '203.0.113.12')));
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(10);
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(6);
  });

  it('are forgotten by a success, and successes never count', async () => {
    expect(await fail(9, '203.0.113.13')).not.toContain(429);
    const answers = await Promise.all(Array.from({ length: 16 }, () => setup.login(right, '203.0.113.13')));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 16 }, () => 200));
    expect(await fail(10, '203.0.113.13')).not.toContain(429);
  });

  it('are remembered over a restart and forgotten after 15 minutes', async () => {
    await fail(10, '203.0.113.14');
    await setup.service.close();
    setup = await setUp(test);
    expect((await setup.login(right, '203.0.113.14')).statusCode).toBe(429);
    test.clock.advance(15 * 60_000 + 1);
    expect((await setup.login(right, '203.0.113.14')).statusCode).toBe(200);
  });
});
