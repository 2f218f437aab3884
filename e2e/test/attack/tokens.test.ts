import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { calls, JsonWebKeySet } from '@numscope/contracts';
import { askUntil } from '@numscope/testing/ask-until';
import { Api } from '../../src/calls/api.ts';
import { attackedHard } from '../../src/attack/attacked.ts';
import { environmentOf } from '../../src/attack/environment.ts';
import {
  type Claims,
  claimsOf,
  forge,
  forgeByPublicKey,
  forgeUnsigned,
  headerOf,
  idAt,
  type Key,
  keyIn,
  newKey,
  serviceClaims,
} from '../../src/attack/tokens.ts';
import { isDistributed, root } from '../../src/product/installation.ts';
import { labelsOf } from '../../src/product/processes.ts';
import { ADMIN_PASSWORD, type Product } from '../../src/product/product.ts';
import { timedAlone } from '../../src/speed/stretch.ts';
import { sharedProductForAll } from '../../src/product/tested-product.ts';

let product: Product;
let api: Api;
sharedProductForAll((opened) => ({ product, admin: api } = opened), attackedHard);

const ask = async (path: string, token: string, init: RequestInit = {}): Promise<Response> => {
  const headers = { authorization: `Bearer ${token}`, ...(init.body ? { 'content-type': 'application/json' } : {}) };
  return fetch(product.url + path, { ...init, headers, signal: AbortSignal.timeout(20_000) });
};
const me = async (token: string): Promise<number> => {
  const answer = await ask(calls.me.path, token);
  await answer.arrayBuffer();
  return answer.status;
};
/** Of the tokens, as whoever stole the file of auth would have it. */
const tokenKey = (): Key => keyIn(join(product.dataDir, 'token-key.pem'));
/** Of a service, as whoever took its process over would have it; in one process there is none to be had. */
const serviceKey = (name: string): Key =>
  isDistributed ? keyIn(join(product.dataDir, 'keys', name, 'service-key.pem')) : newKey();
const kidsOf = async (): Promise<string[]> => {
  const { keys } = JsonWebKeySet.parse(await (await fetch(product.url + calls.jwks.path)).json());
  return keys.map(({ kid }) => kid);
};

describe('a forged token is refused', () => {
  const own = (more: Claims = {}): Claims => ({ ...claimsOf(api.token), ...more });
  it.each<[what: string, make: () => string]>([
    ['without a signature', () => forgeUnsigned(tokenKey(), own())],
    ['signed with the public key as a secret', () => forgeByPublicKey(tokenKey(), own())],
    ['by a strange key', () => forge(newKey(), own())],
    ['by a strange key under the name of the right one', () => forge(newKey(), own(), { kid: tokenKey().kid })],
    ['that names no key', () => forge(tokenKey(), own(), { kid: undefined })],
    [
      'that brings its key along',
      () => forge(newKey(), own(), { kid: undefined, jwk: { kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43) } }),
    ],
    ['for somebody else', () => forge(tokenKey(), own({ aud: 'others' }))],
    ['from somebody else', () => forge(tokenKey(), own({ iss: 'others' }))],
    ['without an end', () => forge(tokenKey(), own({ exp: undefined }))],
    ['of a user, by the key of a service', () => forge(serviceKey('gateway'), own())],
    [
      'of a user, by the key of a service for services',
      () => forge(serviceKey('gateway'), own({ aud: 'numscope-services' })),
    ],
    ['of a service, by the key of the tokens', () => forge(tokenKey(), own({ sub: 'service:jobs', roles: 'SERVICE' }))],
    ['of a service for services, by the key of the tokens', () => forge(tokenKey(), serviceClaims('jobs'))],
    ['of one service, by the key of another', () => forge(serviceKey('gateway'), serviceClaims('jobs'))],
  ])('%s', async (_what, make) => {
    expect(await me(make())).toBe(401);
  });

  it('past its time with the word for that', async () => {
    const now = Math.floor(Date.now() / 1000);
    const answer = await ask(calls.me.path, forge(tokenKey(), own({ iat: now - 7200, exp: now - 3600 })));
    expect([answer.status, await answer.json()]).toEqual([403, expect.objectContaining({ code: 'SESSION_EXPIRED' })]);
  });

  it('while the right one names its key, which everybody can look up', async () => {
    expect(await me(api.token)).toBe(200);
    expect(headerOf(api.token)['kid']).toBe(tokenKey().kid);
    expect(await kidsOf()).toEqual([tokenKey().kid]);
  });
});

describe('a token of a service from outside opens nothing', () => {
  it.each([
    calls.me.path,
    calls.jwks.path,
    calls.health.path,
    calls.healthAll.path,
    calls.consoleSettings.path,
    '/api/openapi.json',
    '/api/docs',
    '/metrics',
    '/readyz',
    '/login',
    '/api/nothing/here',
    calls.revocations.path,
    calls.imageReferences.path,
  ])('at %s', async (path) => {
    for (const token of [
      forge(serviceKey('jobs'), serviceClaims('jobs')),
      forge(tokenKey(), { ...claimsOf(api.token), sub: 'service:jobs' }),
    ]) {
      const answer = await ask(path, token);
      expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ code: 'UNAUTHORIZED' })]);
    }
  });

  it('at the login, whatever password comes with it', async () => {
    const body = JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD });
    const token = forge(serviceKey('gateway'), serviceClaims('gateway'));
    expect((await ask(calls.login.path, token, { method: 'POST', body })).status).toBe(401);
  });
});

describe('keys lie where they belong', () => {
  it('in the folder, and nobody but its owner reads them', () => {
    const named = readdirSync(product.dataDir, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.pem'));
    const services = ['auth', 'users', 'jobs', 'sources', 'profiles', 'images', 'audit', 'gateway'];
    const own = isDistributed ? services.map((name) => `keys/${name}/service-key.pem`) : [];
    expect(named.toSorted()).toEqual([...own, 'audit-key.pem', 'token-key.pem'].toSorted());
  });

  // In one process there is one environment, and services' keys are in no file.
  if (!isDistributed) return;

  it('the one of the tokens with auth alone, that of checkpoints with audit alone, each service’s with that service', () => {
    const labels = labelsOf(product.dataDir);
    expect(labels.length).toBeGreaterThan(8);
    for (const label of labels) {
      const env = environmentOf(product.dataDir, label);
      const name = label.replace(/-\d+$/, '');
      const files = Object.values(env).filter((value) => value.includes(product.dataDir) && value.endsWith('.pem'));
      const token = name === 'auth' ? [join(product.dataDir, 'token-key.pem')] : [];
      const checkpoints = name === 'audit' ? [join(product.dataDir, 'audit-key.pem')] : [];
      expect([label, files.toSorted()]).toEqual([
        label,
        [join(product.dataDir, 'keys', name, 'service-key.pem'), ...token, ...checkpoints].toSorted(),
      ]);
    }
  });

  it('so that a stolen key of the gateway makes the gateway’s calls only', async () => {
    const { PORT } = environmentOf(product.dataDir, 'users-1');
    const check = async (token: string): Promise<number> => {
      const answer = await fetch(`http://127.0.0.1:${PORT}${calls.checkPassword.path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ userName: 'admin', password: ADMIN_PASSWORD }),
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    expect(await check(forge(serviceKey('auth'), serviceClaims('auth')))).toBe(200);
    expect(await check(forge(serviceKey('gateway'), serviceClaims('gateway')))).toBe(403);
    expect(await check(forge(serviceKey('gateway'), serviceClaims('auth')))).toBe(401);
    expect(await check(forge(serviceKey('gateway'), serviceClaims('auth'), { kid: serviceKey('auth').kid }))).toBe(401);
    expect(await check(api.token)).toBe(403);
  });
});

describe('a clock that was ahead and has gone back', () => {
  it('locks nobody out: after a logout noted an hour ahead the next login counts at once', async () => {
    const user = { userName: 'early', password: ADMIN_PASSWORD, roles: ['USER'] };
    await api.call(calls.createUser, { body: user });
    const before = await Api.login(product.url, user.userName, user.password);
    // As it was issued while the clock was ahead.
    const early = forge(tokenKey(), { ...claimsOf(before.token), jti: idAt(Date.now() + 3_600_000) });
    expect(await me(early)).toBe(200);
    const logout = calls.logout.path.replace('{username}', user.userName);
    expect((await ask(logout, early, { method: 'POST' })).status).toBe(204);
    await askUntil(async () => (await me(early)) === 401 && (await me(before.token)) === 401);
    const after = await Api.login(product.url, user.userName, user.password);
    expect([await me(after.token), await me(before.token), await me(early)]).toEqual([200, 401, 401]);
    // And what an administrator ends, is ended.
    await api.call(calls.logout, { params: { username: user.userName } });
    await askUntil(async () => (await me(after.token)) === 401);
    expect(await me((await Api.login(product.url, user.userName, user.password)).token)).toBe(200);
  });
});

describe('the key of the tokens changes', () => {
  const run = promisify(execFile);
  const rotate = (...options: string[]) =>
    run(process.execPath, [join(root, 'scripts/rotate-token-key.ts'), '--data-dir', product.dataDir, ...options]);

  it('while sessions go on: none is ended, whoever is asked', async () => {
    const former = tokenKey().kid;
    const session = await Api.login(product.url);
    await rotate('--signs-after', '3');
    let refused = 0;
    let next = session;
    // Until the new key signs, and for all that the next one asks after that.
    await askUntil(async () => {
      next = await Api.login(product.url);
      for (const { token } of [session, next]) if ((await me(token)) !== 200) refused++;
      return headerOf(next.token)['kid'] !== former;
    });
    for (let i = 0; i < 40; i++) for (const { token } of [session, next]) if ((await me(token)) !== 200) refused++;
    expect(refused).toBe(0);
    expect((await kidsOf()).toSorted()).toEqual([former, String(headerOf(next.token)['kid'])].toSorted());
    expect(readFileSync(join(product.dataDir, 'token-key.pem'), 'utf8').split('BEGIN PRIVATE KEY').length - 1).toBe(2);
  });

  it('at once when it was stolen: every token so far is refused, and the next login counts', async () => {
    const [session, stolen] = [await Api.login(product.url), tokenKey()];
    const forged = forge(stolen, { ...claimsOf(session.token), jti: idAt(Date.now() + 60_000) });
    expect(await me(forged)).toBe(200);
    const { ms } = await timedAlone(async () => {
      await rotate('--revoke-old');
      // Several processes hear of it, each for itself.
      await askUntil(
        () => Promise.all(Array.from({ length: 10 }, () => [session.token, forged, api.token].map(me)).flat()),
        (answers) => answers.every((status) => status === 401),
      );
    });
    expect(ms).toBeLessThan(10_000);
    await askUntil(async () => (await me((await Api.login(product.url)).token)) === 200);
    expect(await kidsOf()).not.toContain(stolen.kid);
    expect(await me(forge(stolen, claimsOf(forged)))).toBe(401);
  });
});
