import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calls, type Module, type Role, TokenClaims, type User } from '@numscope/contracts';
import { openTestProvider, type TestProvider } from '@numscope/testing/open-id-provider';
import type { LightMyRequestResponse } from 'fastify';
import * as z from 'zod';
import type { ProviderSettings } from '../src/deps.ts';
import { SignInCookies } from '../src/provider/sign-in-cookie.ts';
import { type Setup, setUpAlone, PASSWORD } from './setup.ts';

const REDIRECT = 'http://127.0.0.1:8080/login';

let provider: TestProvider;
let settings: ProviderSettings;
let setup: Setup & { close(): Promise<void> };
/** What users was asked to let in, in order. */
const asked: Array<{ subject: string; name: string; roles: Role[]; modules: Module[]; audit?: unknown }> = [];
/** Whether users answers that something changed, and that it kept the entry with that. */
let kept = false;

beforeAll(async () => {
  provider = await openTestProvider(REDIRECT);
  settings = {
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    redirectUri: REDIRECT,
    scopes: 'openid profile email',
    nameClaim: 'preferred_username',
    roles: [
      { grant: 'ADMIN', claim: 'groups', value: 'numscope-admins' },
      { grant: 'USER', claim: 'realm_access.roles', value: 'analyst' },
    ],
    modules: [],
  };
  setup = await setUpAlone({ provider: settings, localLogin: false });
  setup.client.answer({
    signInByProvider({ body }) {
      asked.push(body);
      const user: User = {
        id: `id-of-${body.subject}`,
        userName: body.name,
        roles: body.roles,
        modules: body.modules,
        createdTimestamp: 1,
        lastLogin: Math.max(Date.now(), body.after + 1),
      };
      return { user, created: kept, kept };
    },
  });
  provider.people.set('ann', { preferred_username: 'ann', groups: ['staff', 'numscope-admins'] });
  provider.people.set('ben', { preferred_username: 'b.en', realm_access: { roles: ['analyst'] } });
  provider.people.set('eve', { preferred_username: 'eve', groups: ['numscope-admins-not'] });
});
afterAll(async () => {
  await setup.close();
  await provider.close();
});

interface Begun {
  url: string;
  cookie: string;
  header: string;
}

const post = (path: string, body: unknown, cookie = ''): Promise<LightMyRequestResponse> =>
  setup.as(null).inject({
    method: 'POST',
    url: path,
    remoteAddress: '203.0.113.7',
    headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });

async function begin(): Promise<Begun> {
  const answer = await post(calls.startProviderSignIn.path, undefined);
  const header = String(answer.headers['set-cookie']);
  return { url: calls.startProviderSignIn.answer.parse(answer.json()).url, cookie: header.split(';')[0] ?? '', header };
}
const finish = (parameters: URLSearchParams | Record<string, string>, cookie?: string) =>
  post(
    calls.finishProviderSignIn.path,
    parameters instanceof URLSearchParams ? Object.fromEntries(parameters) : parameters,
    cookie,
  );
async function signIn(login: string): Promise<LightMyRequestResponse> {
  const { url, cookie } = await begin();
  return finish(await provider.walk(url, login), cookie);
}
const claimsOf = (answer: LightMyRequestResponse) =>
  TokenClaims.parse(
    JSON.parse(Buffer.from(String(answer.json().accessToken).split('.')[1] ?? '', 'base64url').toString()),
  );

describe('signing in by an identity provider', () => {
  it('gives a token with the roles that the claims give, which is a login like others', async () => {
    const answer = await signIn('ann');
    expect(answer.statusCode).toBe(200);
    expect(claimsOf(answer)).toMatchObject({ sub: 'ann', uid: 'id-of-ann', roles: 'ADMIN', modules: 'Profiler' });
    const { accessToken } = calls.finishProviderSignIn.answer.parse(answer.json());
    expect(await setup.me(accessToken)).toBe(200);
    const sessions = calls.listSessions.answer.parse((await setup.as(accessToken).call(calls.listSessions)).json());
    expect(sessions).toMatchObject([{ current: true, address: '203.0.113.7' }]);
    expect(claimsOf(await signIn('ben')).roles).toBe('USER');
    expect(asked.at(-1)).toMatchObject({ subject: 'ben', name: 'b.en', roles: ['USER'], modules: ['Profiler'] });
  });

  it('asks with PKCE, state and nonce, and keeps what it must know in a cookie that no script reads', async () => {
    const { url, header } = await begin();
    const parameters = new URL(url).searchParams;
    expect(Object.fromEntries(parameters)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: REDIRECT,
      client_id: provider.clientId,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(parameters.get(name)?.length).toBeGreaterThan(40);
    expect(header).toMatch(/; Max-Age=600; Path=\/api\/auth\/oidc; HttpOnly; SameSite=Strict$/);
    expect(url).not.toContain(provider.clientSecret);
  });

  it('has browsers that come by HTTPS keep the cookie for this host alone, and takes no other', () => {
    const secure = new SignInCookies('a secret', true);
    const begun = { state: 's', nonce: 'n', verifier: 'v' };
    const header = secure.set(begun, 0);
    expect(header).toMatch(
      /^__Host-numscope_sign_in=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(secure.gone).toBe('__Host-numscope_sign_in=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure');
    const cookie = header.split(';')[0] ?? '';
    expect(secure.read(`other=1; ${cookie}`, 1)).toMatchObject(begun);
    for (const others of [cookie.replace('__Host-', ''), cookie.replace('__Host-', '__Host-x')])
      expect(secure.read(others, 1)).toBeNull();
  });

  it('is audited by the name that the user has here, without code and state', async () => {
    const { url, cookie } = await begin();
    const parameters = await provider.walk(url, 'ann');
    await finish(parameters, cookie);
    const { data } = await setup.test.bus.waitFor(
      'audit.logged',
      (event) => event.data.outcome === 'OK' && event.data.actionType === 'LOGIN' && event.data.username === 'ann',
    );
    expect(data).toMatchObject({ args: { subject: 'ann', roles: 'ADMIN', code: '***', state: '***' } });
    const all = JSON.stringify(setup.test.bus.published('audit.logged'));
    expect(all).not.toContain(parameters.get('code') ?? 'none');
  });

  it('leaves the entry to users where it came with a change, and has the same one itself otherwise', async () => {
    const entries = () => setup.test.bus.published('audit.logged').filter(({ data }) => data.username === 'b.en');
    kept = true;
    await signIn('ben');
    kept = false;
    const handed = asked.at(-1)?.audit;
    expect(handed).toMatchObject({ actionType: 'LOGIN', outcome: 'OK', args: { roles: 'USER', subject: 'ben' } });
    const before = entries().length;
    await signIn('ben');
    const id = z.object({ id: z.string() }).parse(asked.at(-1)?.audit).id;
    await setup.test.bus.waitFor('audit.logged', (event) => event.id === id);
    expect(entries().slice(before)).toMatchObject([{ id, data: { args: { created: false } } }]);
  });

  it('refuses somebody whose claims give no role, and asks users nothing', async () => {
    const before = asked.length;
    expect((await signIn('eve')).json()).toMatchObject({ statusCode: 403, code: 'NO_ROLE' });
    expect(asked).toHaveLength(before);
  });

  it('refuses who turned back at the provider', async () => {
    const { url, cookie } = await begin();
    const returned = await provider.walk(url, null);
    expect(returned.get('error')).toBe('access_denied');
    expect((await finish(returned, cookie)).json()).toMatchObject({
      statusCode: 403,
      code: 'PROVIDER_REFUSED',
      details: [{ field: 'error', message: 'access_denied' }],
    });
  });

  it('refuses a code that was used before', async () => {
    const { url, cookie } = await begin();
    const returned = await provider.walk(url, 'ann');
    expect((await finish(returned, cookie)).statusCode).toBe(200);
    expect((await finish(returned, cookie)).json()).toMatchObject({
      code: 'PROVIDER_REFUSED',
      details: [{ message: 'invalid_grant' }],
    });
  });

  it('refuses a state, a cookie and a code of another sign-in', async () => {
    const [own, other] = [await begin(), await begin()];
    const [ownReturn, otherReturn] = [await provider.walk(own.url, 'ann'), await provider.walk(other.url, 'ben')];
    const expired = { statusCode: 403, code: 'SIGN_IN_EXPIRED' };
    expect((await finish(ownReturn, other.cookie)).json()).toMatchObject(expired);
    expect((await finish(ownReturn)).json()).toMatchObject(expired);
    expect((await finish({ code: 'x', state: 'y' }, own.cookie)).json()).toMatchObject(expired);
    const mixed = { code: otherReturn.get('code') ?? '', state: ownReturn.get('state') ?? '', iss: provider.issuer };
    // PKCE: the code was asked for by another verifier.
    expect((await finish(mixed, own.cookie)).json()).toMatchObject({ code: 'PROVIDER_REFUSED' });
  });

  it('refuses an ID token with another nonce', async () => {
    const { url, cookie } = await begin();
    const changed = new URL(url);
    changed.searchParams.set('nonce', 'another-nonce-that-nobody-asked-for');
    const refused = await finish(await provider.walk(changed.href, 'ann'), cookie);
    expect(refused.json()).toMatchObject({ statusCode: 403, code: 'PROVIDER_REFUSED' });
  });

  it('refuses what another issuer is said to have answered', async () => {
    const { url, cookie } = await begin();
    const returned = await provider.walk(url, 'ann');
    returned.set('iss', 'http://127.0.0.1:1');
    expect((await finish(returned, cookie)).json()).toMatchObject({ code: 'PROVIDER_REFUSED' });
  });

  it('refuses a cookie that was changed, or that is too old', async () => {
    const { url, cookie } = await begin();
    const returned = await provider.walk(url, 'ann');
    const [text = '', signature = ''] = cookie.split('=')[1]?.split('.') ?? [];
    const begun: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    const later = Buffer.from(JSON.stringify({ ...(begun as object), until: Date.now() * 2 })).toString('base64url');
    const forged = `numscope_sign_in=${later}.${signature}`;
    expect((await finish(returned, forged)).json()).toMatchObject({ code: 'SIGN_IN_EXPIRED' });
    setup.test.clock.advance(600_001);
    expect((await finish(returned, cookie)).json()).toMatchObject({ code: 'SIGN_IN_EXPIRED' });
    setup.test.clock.advance(-600_001);
  });

  it('takes the cookie away, whatever becomes of the sign-in', async () => {
    const { cookie } = await begin();
    const refused = await finish({ code: 'x', state: 'y' }, cookie);
    expect(String(refused.headers['set-cookie'])).toMatch(/^numscope_sign_in=; Max-Age=0;/);
  });

  it('says so while the provider is away, and goes on when it is back', async () => {
    const { url, cookie } = await begin();
    const returned = await provider.walk(url, 'ann');
    provider.goAway();
    expect((await finish(returned, cookie)).json()).toMatchObject({ statusCode: 503, code: 'PROVIDER_AWAY' });
    const fresh = await setUpAlone({ provider: settings });
    const start = () => fresh.as(null).inject({ method: 'POST', url: calls.startProviderSignIn.path });
    expect((await start()).json()).toMatchObject({ statusCode: 503, code: 'PROVIDER_AWAY' });
    provider.comeBack();
    expect((await start()).statusCode).toBe(200);
    await fresh.close();
    expect((await signIn('ann')).statusCode).toBe(200);
  });

  it('has few under way of a subnet of IPv6, which is one sender', async () => {
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    if (address === null || typeof address === 'string') throw new Error('the provider listens on no port');
    const fresh = await setUpAlone({ provider: { ...settings, issuer: `http://127.0.0.1:${address.port}` } });
    const start = async (remoteAddress: string): Promise<number> =>
      (await fresh.as(null).inject({ method: 'POST', url: calls.startProviderSignIn.path, remoteAddress })).statusCode;
    const waiting = Array.from({ length: 16 }, (_none, n) => start(`2001:db8:0:1::${n + 1}`));
    const other = start('2001:db8:0:2::1');
    expect(await start('2001:db8:0:1:ffff::1')).toBe(429);
    silent.close();
    silent.closeAllConnections();
    expect(await Promise.all([...waiting, other])).toEqual(Array.from({ length: 17 }, () => 503));
    await fresh.close();
  });

  it('bounds what is sent', async () => {
    const { cookie } = await begin();
    const refused = await finish({ code: 'x'.repeat(5000), state: 'y' }, cookie);
    expect(refused.json()).toMatchObject({ statusCode: 400, code: 'INVALID' });
  });
});

describe('the ways to sign in', () => {
  it('are without a password where local login is off', async () => {
    const refused = await setup.login({ username: 'bob', password: PASSWORD });
    expect(refused.json()).toMatchObject({ statusCode: 403, code: 'LOCAL_LOGIN_OFF' });
    expect(setup.client.madeTo('checkPassword')).toEqual([]);
  });

  it('are a password alone where there is no provider', async () => {
    const plain = await setUpAlone();
    for (const call of [calls.startProviderSignIn, calls.finishProviderSignIn]) {
      const answer = await plain.as(null).inject({
        method: 'POST',
        url: call.path,
        headers: { 'content-type': 'application/json' },
        payload: '{"state":"x"}',
      });
      expect(answer.json()).toMatchObject({ statusCode: 503, code: 'NOT_CONFIGURED' });
    }
    await plain.close();
  });
});
