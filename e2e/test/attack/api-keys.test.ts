import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { type ApiKeyDraft, type Call, calls, keyNeedOf, type NewApiKey, type Role } from '@numscope/contracts';
import { Api } from '../../src/calls/api.ts';
import { attacked } from '../../src/attack/attacked.ts';
import { listen } from '../../src/attack/heard.ts';
import { audited } from '../../src/attack/trail.ts';
import { msUntilAll } from '../../src/attack/until-all.ts';
import { isDistributed } from '../../src/product/installation.ts';
import type { Product } from '../../src/product/product.ts';
import { sharedProductForAll } from '../../src/product/tested-product.ts';

const password = 'Quiet!River7';
/** How long a revoked key, and one whose owner has other rights, may go on, on a machine that does nothing else. */
const SOON_MS = 1000;

let product: Product;
let admin: Api;
sharedProductForAll((opened) => ({ product, admin } = opened), attacked);

const made: NewApiKey[] = [];
async function make(api: Api, draft: Partial<ApiKeyDraft> = {}): Promise<NewApiKey & { api: Api }> {
  const body = { name: 'nightly', scopes: ['profiles', 'jobs'], ...draft };
  const key = await api.call(calls.createKey, { body });
  made.push(key);
  return { ...key, api: Api.withKey(product.url, key.key) };
}

async function member(userName: string, roles: Role[]): Promise<{ api: Api; id: string }> {
  const { id } = await admin.call(calls.createUser, { body: { userName, password, roles, modules: ['Profiler'] } });
  return { id, api: await Api.login(product.url, userName, password) };
}

const refusalOf = (api: Api, call: Call, options: Parameters<Api['call']>[1] = {}): Promise<string> =>
  api.call(call, options).then(
    () => 'OK',
    (error: unknown) => String(Reflect.get(Object(Reflect.get(Object(error), 'body')), 'code')),
  );

/** The addresses of all gateways. */
const gateways = (): string[] => [product.url, ...(isDistributed ? [`http://127.0.0.1:${product.port + 1}`] : [])];

/** After how many milliseconds a program is refused so at every gateway, and stays so, once something was done. */
function refusedSoon(act: () => Promise<unknown>, { token }: Api, call: Call, code: string): Promise<number> {
  const programs = gateways().map((url) => Api.withKey(url, token));
  return msUntilAll(act, () => Promise.all(programs.map((api) => refusalOf(api, call))), code);
}

it('does what it was made for in the name of its owner, and nothing else', async () => {
  const reader = await make(admin, { scopes: ['profiles:read'] });
  expect(await reader.api.call(calls.me)).toMatchObject({ userName: 'admin', roles: ['ADMIN'] });
  expect(await reader.api.call(calls.searchProfiles, { body: { filters: {} } })).toMatchObject({ number: 0 });
  const lacking: Array<[Call, object]> = [
    [calls.createSavedSearch, { body: { name: 'mine', filter: { filters: {} } } }],
    [calls.listJobs, {}],
    [calls.searchUsers, { body: {} }],
    [calls.createKey, { body: { name: 'another', scopes: ['users'] } }],
    [calls.deleteKey, { params: { id: reader.id } }],
    [calls.logout, { params: { username: 'admin' } }],
    [calls.changePassword, { body: { current: 'a', password: 'b' } }],
  ];
  for (const [call, options] of lacking) expect(await refusalOf(reader.api, call, options)).toBe('KEY_SCOPE');
});

it('is refused by every call that it was not made for, with each scope', async () => {
  const all: Array<[string, Call]> = Object.entries(calls);
  const keys = new Map<string, Api>();
  for (const scope of ['jobs:read', 'audit:read', 'users:read'] as const)
    keys.set(scope, (await make(admin, { scopes: [scope] })).api);
  for (const [name, call] of all) {
    if (call.access === 'service' || call.access === 'public') continue;
    const { group, reads } = keyNeedOf(call);
    for (const [scope, api] of keys) {
      if (group === 'any' || (reads && scope === `${group}:read`)) continue;
      const response = await fetch(product.url + call.path.replaceAll(/\{\w+\}/g, '1'), {
        method: call.method,
        headers: { authorization: `Bearer ${api.token}` },
      });
      expect({ name, scope, status: response.status, body: await response.json() }).toMatchObject({
        name,
        scope,
        status: 403,
        body: { code: 'KEY_SCOPE' },
      });
    }
  }
});

it('changes no password, not even as a change of a user', async () => {
  const { api } = await make(admin, { scopes: ['users'] });
  const { id } = await member('heron', ['USER']);
  const body = { userName: 'heron', roles: ['USER'], password: 'Other!River8' };
  expect(await refusalOf(api, calls.updateUser, { params: { id }, body })).toBe('FORBIDDEN');
  await Api.login(product.url, 'heron', password);
});

it('ends everywhere within a second of being revoked, with its open lines', async () => {
  const { api, id } = await make(admin);
  const line = await listen(api);
  for (const url of gateways()) await Api.withKey(url, api.token).call(calls.me);
  const revoke = () => admin.call(calls.deleteKey, { params: { id } });
  expect(await refusedSoon(revoke, api, calls.me, 'UNAUTHORIZED')).toBeLessThan(SOON_MS);
  expect(await line.closed).toBe(4401);
});

it('has the rights of its owner: fewer when those are, none when the owner is gone', async () => {
  const { api: owner, id } = await member('egret', ['ADMIN']);
  const { api } = await make(owner);
  await api.call(calls.listJobs);
  const body = { userName: 'egret', roles: ['USER'], modules: ['Profiler'] };
  const demote = () => admin.call(calls.updateUser, { params: { id }, body });
  expect(await refusedSoon(demote, api, calls.listJobs, 'FORBIDDEN')).toBeLessThan(SOON_MS);
  expect(await api.call(calls.me)).toMatchObject({ userName: 'egret', roles: ['USER'] });
  const dismiss = () => admin.call(calls.deleteUser, { params: { id } });
  expect(await refusedSoon(dismiss, api, calls.me, 'UNAUTHORIZED')).toBeLessThan(SOON_MS);
});

it("goes on after its owner's logout, which ends sessions of people", async () => {
  const { api: owner } = await member('stork', ['USER']);
  const { api } = await make(owner, { scopes: ['profiles:read'] });
  await api.call(calls.me);
  await owner.call(calls.logout, { params: { username: 'stork' } });
  expect(await api.call(calls.me)).toMatchObject({ userName: 'stork' });
});

it('of a service belongs to nobody, and is audited by its own name', async () => {
  const { api } = await make(admin, { name: 'importer', role: 'ADMIN', scopes: ['jobs'] });
  expect(await api.call(calls.me)).toMatchObject({ userName: 'service [importer]', roles: ['ADMIN'] });
  await api.call(calls.listJobs);
  await audited(admin, { username: 'service [importer]', actionTypes: ['JOB'] });
  await audited(admin, { username: 'admin [nightly]', actionTypes: ['PROFILE'] });
});

it('comes only from where it may', async () => {
  const here = await make(admin, { addresses: ['127.0.0.0/8', '::1'] });
  const elsewhere = await make(admin, { addresses: ['192.0.2.0/24'] });
  expect(await refusalOf(here.api, calls.me)).toBe('OK');
  expect(await refusalOf(elsewhere.api, calls.me)).toBe('KEY_ADDRESS');
});

it('stands nowhere but in the answer that made it, nor does its hash but where it is looked up', async () => {
  const key = await make(admin, { name: 'canary' });
  await key.api.call(calls.searchProfiles, { body: { filters: {} } });
  await fetch(`${product.url}/api/stat/country-phone?key=${key.key}`, {
    headers: { authorization: `Bearer ${key.key}` },
  });
  await admin.call(calls.searchAudit, { body: { text: `looking for ${key.key}` } });
  const revoke = () => admin.call(calls.deleteKey, { params: { id: key.id } });
  expect(await refusedSoon(revoke, key.api, calls.me, 'UNAUTHORIZED')).toBeLessThan(SOON_MS);
  await audited(admin, { username: 'admin [canary]' }, ({ details }) => details === calls.deleteKey.summary);
  const trail = JSON.stringify(await admin.call(calls.searchAudit, { body: { size: 1000 } }));
  const places = new Map([
    ['audit', trail],
    ['output', product.output()],
  ]);
  for (const name of readdirSync(product.dataDir, { recursive: true }).map(String))
    if (/\.(?:sqlite|sqlite-wal|log)$/.test(name))
      places.set(name, readFileSync(join(product.dataDir, name)).toString('latin1'));
  if (!isDistributed) expect(places.has('bus.sqlite')).toBe(true);
  for (const one of made) {
    const hash = createHash('sha256').update(one.key).digest('hex');
    for (const [place, text] of places) {
      expect({ place, found: text.includes(one.key) || text.includes(one.key.slice(10)) }).toEqual({
        place,
        found: false,
      });
      // The records of auth are where it is looked up.
      if (!place.startsWith('auth.sqlite'))
        expect({ place, hash: text.includes(hash) }).toEqual({ place, hash: false });
    }
  }
});
