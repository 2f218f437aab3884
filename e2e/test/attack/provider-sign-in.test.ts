import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { openTestProvider, type TestProvider } from '@numscope/testing/open-id-provider';
import { Api } from '../../src/calls/api.ts';
import { twoGateways } from '../../src/attack/attacked.ts';
import { freePort, isDistributed } from '../../src/product/installation.ts';
import { type Product, startProduct } from '../../src/product/product.ts';

/** So often that each instance of auth begins some sign-ins and ends others. */
const SIGN_INS = 8;

const folder = mkdtempSync(join(tmpdir(), 'numscope-sign-in-'));
let product: Product;
let provider: TestProvider;
/** Both gateways, in the distributed way. */
let gateways: string[];
beforeAll(async () => {
  const port = await freePort(isDistributed ? 1 : 0);
  const home = `http://127.0.0.1:${port}`;
  provider = await openTestProvider(`${home}/login`);
  provider.people.set('ann', { preferred_username: 'ann', groups: ['numscope-users'] });
  provider.people.set('eve', { preferred_username: 'eve', groups: ['others'] });
  writeFileSync(join(folder, 'client'), provider.clientSecret);
  product = await startProduct({
    ...twoGateways,
    port,
    env: {
      PUBLIC_URL: home,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET_FILE: join(folder, 'client'),
      OIDC_ROLES: 'USER: groups = numscope-users',
      LOCAL_LOGIN: 'false',
    },
  });
  gateways = [home, ...(isDistributed ? [`http://127.0.0.1:${port + 1}`] : [])];
});
afterAll(async () => {
  await product?.discard();
  await provider?.close();
  rmSync(folder, { recursive: true });
});

const gatewayOf = (n: number): string => gateways[n % gateways.length] ?? '';

/** Begins at one gateway and comes back to the next. */
async function signIn(login: string, n: number, changed: (cookie: string) => string = (cookie) => cookie) {
  const begun = await fetch(gatewayOf(n) + calls.startProviderSignIn.path, { method: 'POST' });
  const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { url } = calls.startProviderSignIn.answer.parse(await begun.json());
  const body = JSON.stringify(Object.fromEntries(await provider.walk(url, login)));
  const headers = { 'content-type': 'application/json', cookie: changed(cookie) };
  const comeBack = () => fetch(gatewayOf(n + 1) + calls.finishProviderSignIn.path, { method: 'POST', headers, body });
  return { answer: await comeBack(), again: comeBack };
}

it('signs in who begins at one gateway and comes back to the other, whichever auth is asked, as one user', async () => {
  const users = new Set<string>();
  for (let n = 0; n < SIGN_INS; n++) {
    const { answer, again } = await signIn('ann', n);
    expect(answer.status).toBe(200);
    const { accessToken } = calls.finishProviderSignIn.answer.parse(await answer.json());
    for (const gateway of gateways) {
      const me = await Api.withKey(gateway, accessToken).call(calls.me);
      expect(me).toMatchObject({ userName: 'ann', roles: ['USER'] });
      users.add(me.userName);
    }
    // What was used up counts at no gateway.
    expect((await again()).status).toBe(403);
  }
  expect([...users]).toEqual(['ann']);
  const last = calls.finishProviderSignIn.answer.parse(await (await signIn('ann', 0)).answer.json());
  expect((await Api.withKey(gatewayOf(1), last.accessToken).call(calls.listSessions)).length).toBe(SIGN_INS + 1);
});

it('lets in nobody without a role, nor with the cookie of another browser, nor by a password', async () => {
  expect((await signIn('eve', 0)).answer.status).toBe(403);
  expect((await signIn('ann', 1, () => '')).answer.status).toBe(403);
  expect((await signIn('ann', 0, (cookie) => `${cookie.slice(0, -3)}abc`)).answer.status).toBe(403);
  const login = { username: 'ann', password: 'Heron.Lagoon_41' };
  const answer = await fetch(gatewayOf(1) + calls.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
  });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'LOCAL_LOGIN_OFF']);
});

it('answers 503 while the provider is away, at each gateway, and signs in when it is back', async () => {
  const statuses: number[] = [];
  for (const n of gateways.keys()) {
    const begun = await fetch(gatewayOf(n) + calls.startProviderSignIn.path, { method: 'POST' });
    const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const { url } = calls.startProviderSignIn.answer.parse(await begun.json());
    const body = JSON.stringify(Object.fromEntries(await provider.walk(url, 'ann')));
    provider.goAway();
    const headers = { 'content-type': 'application/json', cookie };
    const path = calls.finishProviderSignIn.path;
    statuses.push((await fetch(gatewayOf(n) + path, { method: 'POST', headers, body })).status);
    provider.comeBack();
  }
  expect(statuses).toEqual(gateways.map(() => 503));
  expect((await signIn('ann', 0)).answer.status).toBe(200);
});
