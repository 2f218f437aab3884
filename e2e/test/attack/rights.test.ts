import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type CallName, calls, type KeyScope, keyScopes, type Module, type Role } from '@numscope/contracts';
import { has, keyNeeds, type Need, needs, suffices } from '@numscope/testing/rights-table';
import { Api } from '../../src/calls/api.ts';
import { attackedHard } from '../../src/attack/attacked.ts';
import { type Operation, operationsOf } from '../../src/attack/operations.ts';
import {
  type Claims,
  claimsOf,
  forge,
  forgeByPublicKey,
  forgeUnsigned,
  keyIn,
  newKey,
  serviceClaims,
} from '../../src/attack/tokens.ts';
import type { Product } from '../../src/product/product.ts';
import { sharedProductForAll } from '../../src/product/tested-product.ts';

const PASSWORD = 'Quiet!River7';
/** Requests that are under way at once. */
const AT_ONCE = 16;

let product: Product;
let admin: Api;
let operations: Operation[];
// It walks calls that end sessions and clear stores.
sharedProductForAll((opened) => ({ product, admin } = opened), attackedHard);
beforeAll(async () => {
  operations = await operationsOf(product.url);
});

/** Status and code of a bare request to an operation, with a value of no meaning for each parameter. */
async function answerOf({ method, path }: Operation, bearer: string | null, userName: string): Promise<string> {
  const url = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(name === 'username' ? userName : '1'),
  );
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const response = await fetch(product.url + url, {
    method,
    ...(hasBody ? { body: '{}' } : {}),
    headers: {
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    signal: AbortSignal.timeout(60_000),
  });
  if (response.headers.get('cache-control') !== 'no-store') return 'an answer that may be kept';
  if (![401, 403, 429, 500].includes(response.status)) {
    // What streams without end is not read to its end.
    await response.body?.cancel();
    return 'allowed';
  }
  const body: unknown = await response.json();
  return `${response.status} ${String(Reflect.get(Object(body), 'code'))}`;
}

/** What each operation answers a caller. The one that ends the caller's own tokens comes last. */
async function walk(bearer: string | null, userName = 'nobody'): Promise<Record<string, string>> {
  const isLast = ({ name }: Operation): boolean => name === 'logout';
  const [last, waiting] = [operations.filter(isLast), operations.filter((operation) => !isLast(operation))];
  const answers: Record<string, string> = {};
  const ask = async (operation: Operation): Promise<void> => {
    answers[operation.operationId] = await answerOf(operation, bearer, userName);
  };
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await ask(next);
    }),
  );
  for (const operation of last) await ask(operation);
  return answers;
}

interface Row {
  name: CallName;
  need: Need;
  keyNeed: string;
}

/** What each operation is due to answer, by the row of its call; without a row nothing is right. */
const due = (answer: (row: Row) => string): Record<string, string> =>
  Object.fromEntries(
    operations.map(({ operationId, name }) => [
      operationId,
      name === null
        ? 'a row of packages/testing/src/rights-table.ts'
        : answer({ name, need: needs[name], keyNeed: keyNeeds[name] }),
    ]),
  );

// API keys that are wrong, expired or revoked are walked in gateway/test/api-keys.test.ts: here they would be too many.
describe('every operation of the API description', () => {
  it('is a call with a row, each call from outside is described, and no call of services is', () => {
    expect(operations.filter(({ name }) => name === null)).toEqual([]);
    const outside = Object.entries(needs).flatMap(([name, need]) => (need === 'services only' ? [] : [name]));
    expect([...new Set(operations.map(({ name }) => name))].toSorted()).toEqual(outside.toSorted());
  });

  const own = (more: Claims): Claims => ({ ...claimsOf(admin.token), ...more });
  const tokenKey = () => keyIn(join(product.dataDir, 'token-key.pem'));
  const hourAgo = (): number => Math.floor(Date.now() / 1000) - 3600;
  const UNAUTHORIZED = '401 UNAUTHORIZED';
  it.each<[what: string, make: () => string | null, answer: string]>([
    ['no token', () => null, UNAUTHORIZED],
    ['no token at all behind the word for one', () => '', UNAUTHORIZED],
    ['a token without a signature', () => forgeUnsigned(tokenKey(), own({})), UNAUTHORIZED],
    ['one that the public key signed as a secret', () => forgeByPublicKey(tokenKey(), own({})), UNAUTHORIZED],
    ['one of a strange key', () => forge(newKey(), own({}), { kid: tokenKey().kid }), UNAUTHORIZED],
    ['one of another issuer', () => forge(tokenKey(), own({ iss: 'others' })), UNAUTHORIZED],
    ['one for another audience', () => forge(tokenKey(), own({ aud: 'others' })), UNAUTHORIZED],
    ['one of a type that is no access token', () => forge(tokenKey(), own({}), { typ: 'JWE' }), UNAUTHORIZED],
    ['one whose roles are a list', () => forge(tokenKey(), own({ roles: ['ADMIN'] })), UNAUTHORIZED],
    ['one whose name is a number', () => forge(tokenKey(), own({ sub: 1 })), UNAUTHORIZED],
    ['one past its time', () => forge(tokenKey(), own({ iat: hourAgo() - 60, exp: hourAgo() })), '403 SESSION_EXPIRED'],
  ])('refuses %s, where it is not for everybody', async (_what, make, answer) => {
    // Where anybody may come, one that does not count is none.
    expect(await walk(make())).toEqual(due(({ name }) => (needs[name] === 'nobody' ? 'allowed' : answer)));
  });

  it('refuses a token that only services have, also where anybody may come', async () => {
    for (const token of [forge(tokenKey(), own({ sub: 'service:jobs' })), forge(newKey(), serviceClaims('gateway'))])
      expect(await walk(token)).toEqual(due(() => UNAUTHORIZED));
  });

  const modules: Module[][] = [['Profiler'], ['Webint'], ['Profiler', 'Webint']];
  const people = (['ADMIN', 'USER'] as const).flatMap((role) => modules.map((own) => [role, own] as const));
  it.each<[Role, Module[]]>(people.map(([role, own]) => [role, own]))(
    'lets a user of %s with %j at what the row says',
    async (role, own) => {
      const userName = `walker_${role}_${own.join('_')}`.toLowerCase();
      await admin.call(calls.createUser, { body: { userName, password: PASSWORD, roles: [role], modules: own } });
      const { token } = await Api.login(product.url, userName, PASSWORD);
      const rights = { roles: [role], modules: own };
      expect(await walk(token, userName)).toEqual(due(({ need }) => (has(need, rights) ? 'allowed' : '403 FORBIDDEN')));
    },
  );

  it.each<[KeyScope]>(keyScopes.map((scope) => [scope]))(
    'lets a program with a key for %s at what the row says',
    async (scope) => {
      const { key } = await admin.call(calls.createKey, { body: { name: `Walks ${scope}`, scopes: [scope] } });
      expect(await walk(key, 'admin')).toEqual(
        due(({ keyNeed }) => (suffices(keyNeed, scope) ? 'allowed' : '403 KEY_SCOPE')),
      );
    },
  );
});
