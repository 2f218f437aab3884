import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  apiError,
  type Call,
  calls,
  keyNeedOf,
  type KeyScope,
  keyScopes,
  type KeyVerdict,
  limits,
} from '@numscope/contracts';
import { keySubject } from '@numscope/platform';
import { aroundAll, aroundEach } from '@numscope/testing/around';
import { bearer, type Setup, setUp } from './setup.ts';
import { SocketClient } from './socket-client.ts';

let setup: Setup;
/** What auth would say of each key, by its hash. */
let verdicts: Map<string, () => KeyVerdict>;
const take = (opened: Setup): void => {
  setup = opened;
  verdicts = new Map();
  setup.client.answer({ admitKey: ({ body }) => verdicts.get(body.hash)?.() ?? { verdict: 'WRONG' } });
};

const randomKey = (): string => `nsk_${randomBytes(32).toString('base64url')}`;
const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');
const asked = (): number => setup.client.madeTo('admitKey').length;

interface Made {
  scopes?: readonly KeyScope[];
  addresses?: string[];
  countsMs?: number;
  id?: string;
}

const tokenOf = ({ scopes = ['profiles'], id = 'k1' }: Made): string =>
  setup.test.tokens.sign(
    {
      id: 'u1',
      userName: 'root',
      roles: ['ADMIN'],
      modules: ['Profiler', 'Webint'],
      key: { id, shownAs: 'root [nightly]', scopes },
    },
    300,
  );

function make(made: Made = {}): string {
  const key = randomKey();
  const { addresses = [], countsMs = 60_000 } = made;
  verdicts.set(hashOf(key), () => ({ verdict: 'KNOWN', token: tokenOf(made), countsMs, addresses }));
  return key;
}

function makeExpired(): string {
  const key = randomKey();
  verdicts.set(hashOf(key), () => ({ verdict: 'EXPIRED' }));
  return key;
}

async function ask(call: Call, key: string | null, remoteAddress = '203.0.113.7') {
  const answer = await setup.gateway.app.inject({
    method: call.method,
    url: call.path.replaceAll(/\{\w+\}/g, 'x'),
    headers: key === null ? {} : bearer(key),
    remoteAddress,
  });
  const body: unknown = answer.body.startsWith('{') ? answer.json() : null;
  return { status: answer.statusCode, code: Reflect.get(Object(body), 'code') };
}

describe('a key', () => {
  aroundEach(() => setUp(), take);

  it('is a caller like any other; nothing behind the gateway gets to see it', async () => {
    const key = make();
    const answer = await setup.gateway.app.inject({ url: calls.me.path, headers: bearer(key) });
    expect(answer.json()).toMatchObject({ userName: 'root' });
    expect(JSON.stringify(setup.services.seen)).not.toContain(key);
  });

  it('is asked about once, by its hash alone, also by many calls at once', async () => {
    const key = make();
    await Promise.all(Array.from({ length: 20 }, () => ask(calls.me, key)));
    expect(setup.client.madeTo('admitKey')).toMatchObject([{ body: { hash: hashOf(key), address: '203.0.113.7' } }]);
  });

  it('is asked about again when its time is over, and goes on where auth is away', async () => {
    const key = make({ countsMs: 0 });
    await ask(calls.me, key);
    await ask(calls.me, key);
    expect(asked()).toBe(2);
    verdicts.set(hashOf(key), () => {
      throw apiError('SERVICE_UNAVAILABLE');
    });
    expect((await ask(calls.me, key)).status).toBe(200);
  });

  it('ends at once when it is revoked', async () => {
    const key = make();
    expect((await ask(calls.me, key)).status).toBe(200);
    verdicts.clear();
    setup.test.revocations.revoke(keySubject('k1'), Date.now() + 1000);
    expect(await ask(calls.me, key)).toEqual({ status: 401, code: 'UNAUTHORIZED' });
  });

  it('has other rights at once when its owner has', async () => {
    const key = make();
    expect((await ask(calls.healthAll, key)).status).toBe(200);
    const user = { id: 'u1', userName: 'root', roles: ['USER'], modules: ['Profiler'] };
    const now = { ...user, key: { id: 'k1', shownAs: 'root [nightly]', scopes: ['profiles'] } };
    verdicts.set(hashOf(key), () => ({
      verdict: 'KNOWN',
      token: setup.test.tokens.sign(now, 300, Date.now() + 2),
      countsMs: 60_000,
      addresses: [],
    }));
    setup.test.revocations.revoke('root', Date.now() + 1);
    expect((await ask(calls.healthAll, key)).status).toBe(403);
  });

  it('made into a token counts only within', async () => {
    expect(await ask(calls.me, tokenOf({}))).toEqual({ status: 401, code: 'UNAUTHORIZED' });
  });

  it('is no key to the metrics', async () => {
    const answer = await setup.gateway.app.inject({
      url: '/metrics',
      headers: bearer(make()),
      remoteAddress: '203.0.113.7',
    });
    expect(answer.statusCode).toBe(401);
  });

  it('is named in the audit as itself, also where it may not come from', async () => {
    const key = make({ addresses: ['192.0.2.0/24'] });
    await ask(calls.createUser, key);
    await setup.test.kit.audit.flush();
    const { data } = await setup.test.bus.waitFor('audit.logged', (event) => event.data.outcome === 'KEY_ADDRESS');
    expect(data).toMatchObject({ username: 'root [nightly]', userId: 'u1', ip: '203.0.113.7' });
    expect(JSON.stringify(data)).not.toContain(key.slice(4));
  });
});

describe('of each call of the table', () => {
  // One gateway for all: each call comes from an address of its own, so that none uses up what another may guess.
  aroundAll(() => setUp(), take);

  const outside: Array<[string, Call]> = Object.entries(calls).filter(
    // A stream of events has no end, and asks more of a key than to be one: events.test.ts.
    ([, { access, returns }]: [string, Call]) => access !== 'service' && access !== 'public' && returns !== 'events',
  );
  const refused = (status: number): boolean => status === 401 || status === 403;

  it.each(outside.map(([name, call], index) => [name, call, `203.0.113.${index}`] as const))(
    '%s',
    async (name, call, address) => {
      const given = {
        none: await ask(call, null, address),
        wrong: await ask(call, randomKey(), address),
        unlike: await ask(call, 'nsk_x', address),
        expired: await ask(call, makeExpired(), address),
        elsewhere: await ask(call, make({ scopes: keyScopes, addresses: ['192.0.2.0/24', '2001:db8::/32'] }), address),
      };
      expect(given).toEqual({
        none: { status: 401, code: 'UNAUTHORIZED' },
        wrong: { status: 401, code: 'UNAUTHORIZED' },
        unlike: { status: 401, code: 'UNAUTHORIZED' },
        expired: { status: 401, code: 'KEY_EXPIRED' },
        elsewhere: { status: 403, code: 'KEY_ADDRESS' },
      });
      const revoked = make({ scopes: keyScopes, id: `gone ${name}` });
      setup.test.revocations.revoke(keySubject(`gone ${name}`), Date.now() + 1000);
      expect(await ask(call, revoked, address)).toEqual({ status: 401, code: 'UNAUTHORIZED' });

      const { group, reads } = keyNeedOf(call);
      const admits = (scope: KeyScope): boolean =>
        group === 'any' || scope === group || (reads && scope === `${group}:read`);
      for (const scope of keyScopes) {
        const { status, code } = await ask(call, make({ scopes: [scope], addresses: ['203.0.113.0/24'] }), address);
        expect({ scope, refused: refused(status) ? code : false }).toEqual({
          scope,
          refused: admits(scope) ? false : 'KEY_SCOPE',
        });
      }
    },
  );
});

describe('guessing', () => {
  aroundEach(() => setUp(), take);

  it('costs one question for each wrong key, and none for one that is no key or was wrong before', async () => {
    const wrong = randomKey();
    await ask(calls.me, wrong);
    await ask(calls.me, wrong);
    await ask(calls.me, 'nsk_no key at all');
    expect(asked()).toBe(1);
  });

  it('ends after as many as a login may fail from one address; a key that is known goes on from there', async () => {
    const key = make();
    await ask(calls.me, key, '2001:db8::1');
    for (let tries = 0; tries < limits.addressLoginFailures; tries++)
      await ask(calls.me, randomKey(), `2001:db8::${tries + 1}`);
    const before = asked();
    expect(await ask(calls.me, randomKey(), '2001:db8::ffff')).toEqual({ status: 429, code: 'TOO_MANY_REQUESTS' });
    expect(asked()).toBe(before);
    expect((await ask(calls.me, key, '2001:db8::1')).status).toBe(200);
    expect((await ask(calls.me, randomKey(), '2001:db8:0:1::1')).status).toBe(401);
  });

  it('counts a key once, however often it is tried: others with the same address go on', async () => {
    const revoked = randomKey();
    for (let tries = 0; tries <= limits.addressLoginFailures; tries++)
      expect(await ask(calls.me, revoked)).toEqual({ status: 401, code: 'UNAUTHORIZED' });
    expect((await ask(calls.me, make())).status).toBe(200);
  });
});

describe('a websocket', () => {
  aroundEach(() => setUp(), take);

  const open = async (key: string): Promise<SocketClient> => {
    const client = new SocketClient(setup.url);
    await client.auth(key);
    return client;
  };

  it('is opened with a key, which hears what it was made for', async () => {
    const client = await open(make({ scopes: ['profiles:read'] }));
    await client.next('ready');
    await setup.test.kit.audit.flush();
    const { data } = await setup.test.bus.waitFor('audit.logged', (event) => event.data.outcome === 'OK');
    expect(data).toMatchObject({
      username: 'root [nightly]',
      args: { tells: ['ready', 'profile.updated', 'profiles.updated', 'system', 'step'] },
    });
    client.socket.close();
  });

  it('ends with its key', async () => {
    const client = await open(make());
    await client.next('ready');
    verdicts.clear();
    setup.test.revocations.revoke(keySubject('k1'), Date.now() + 1000);
    expect(await client.closed).toBe(4401);
  });

  it('is not opened by a wrong one, from elsewhere, or by what a key is made into', async () => {
    const refused = [randomKey(), make({ addresses: ['192.0.2.1'] }), tokenOf({})];
    const codes = await Promise.all(refused.map(async (key) => (await open(key)).closed));
    expect(codes).toEqual([4401, 4401, 4401]);
  });
});
