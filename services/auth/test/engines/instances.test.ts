import { describe, expect, it } from '@jest/globals';
import { createLogger, newIdAt, packEvents } from '@numscope/platform';
import { userChangedEvent } from '@numscope/testing';
import { storePair } from '@numscope/testing/suites';
import { attemptKeys } from '../../src/attempts/attempt-keys.ts';
import type { Counted } from '../../src/domain/login-rules.ts';
import type { AuthStore } from '../../src/store/auth-store.port.ts';
import { openAuthMongoStore } from '../../src/store/mongo/index.ts';

const log = createLogger('test', 'silent');
const pair = storePair('auth', (connection) => openAuthMongoStore(connection, { sessionHours: 12, log }));

const now = Date.now();
const ended = (userName: string, notBefore = now) => ({ userName, notBefore, keepIssuedAt: null });
const namesOf = ({ users }: { users: Array<{ userName: string }> }): string[] => users.map(({ userName }) => userName);

describe('ended sessions', () => {
  it('are missed by nobody who follows the revisions while two instances write', async () => {
    const seen = new Set<string>();
    let revision = 0;
    const look = async (store: AuthStore): Promise<void> => {
      const news = await store.revocationsSince(revision);
      expect(news.revision).toBeGreaterThanOrEqual(revision);
      for (const name of namesOf(news)) seen.add(name);
      revision = news.revision;
    };
    const writers = { done: false };
    const write = async (store: AuthStore, letter: string): Promise<void> => {
      for (let n = 0; n < 30; n++) await store.revoke([ended(`${letter}${n}`), ended(`${letter}${n}x`)], now, []);
    };
    const follow = async (): Promise<void> => {
      while (!writers.done) await look(pair.stores[revision % 2 === 0 ? 0 : 1]);
    };
    const following = follow();
    await Promise.all([write(pair.stores[0], 'a'), write(pair.stores[1], 'b')]);
    writers.done = true;
    await following;
    await look(pair.stores[0]);
    expect(seen.size).toBe(120);
    expect(revision).toBe(120);
  });

  it('count from the moment the head says so, also when the writer died before it could write them down', async () => {
    await pair.stores[0].revoke([ended('ann')], now, []);
    const last = [{ _id: 'ben', userName: 'Ben', notBefore: now, keepIssuedAt: null, revision: 2 }];
    await pair.connection
      .collection<{ _id: string }>('heads')
      .updateOne({ _id: 'revocations' }, { $set: { revision: 2, last } });
    expect(await pair.stores[1].revocationsSince(1)).toEqual({
      revision: 2,
      users: [{ userName: 'Ben', notBefore: now }],
      longestSessionMs: 12 * 3_600_000,
    });
    await pair.stores[1].revoke([ended('cid')], now, []);
    expect(namesOf(await pair.stores[0].revocationsSince(0))).toEqual(['ann', 'Ben', 'cid']);
    expect(namesOf(await pair.stores[0].revocationsSince(2))).toEqual(['cid']);
  });

  it('of one user are the latest that any instance wrote', async () => {
    const moments = Array.from({ length: 20 }, (_none, n) => now + ((n * 7) % 20));
    await Promise.all(moments.map((at, n) => pair.stores[n % 2 === 0 ? 0 : 1].revoke([ended('ann', at)], now, [])));
    expect((await pair.stores[0].revocationsSince(0)).users).toEqual([{ userName: 'ann', notBefore: now + 19 }]);
  });

  it('are kept as long as a token of the longest setting can live', async () => {
    const longer = await openAuthMongoStore(await pair.database.connect(), { sessionHours: 48, log });
    await pair.stores[0].revoke([ended('ann', now - 24 * 3_600_000), ended('ben', now - 49 * 3_600_000)], now, []);
    await longer.close();
    expect(namesOf(await pair.stores[1].revocationsSince(0))).toEqual(['ann']);
  });

  it('and what is told of them are finished by others when their instance dies in between', async () => {
    const event = userChangedEvent('ann');
    await pair.connection.collection<{ _id: string }>('journal').insertOne({
      _id: newIdAt(now - 60_000),
      owner: 'dead',
      change: JSON.stringify({ revocations: [ended('ann')], now }),
      events: packEvents([event]),
      held: false,
    } as never);
    expect((await pair.stores[1].pendingEvents(9)).map(({ events }) => events)).toEqual([[event]]);
    expect(namesOf(await pair.stores[0].revocationsSince(0))).toEqual(['ann']);
  });
});

describe('attempts to log in', () => {
  const [one, other] = [attemptKeys('bob', '203.0.113.1'), attemptKeys('bob', '203.0.113.2')];

  it('see all that began before them, whichever instance they came to, so that many at once are no more than many in a row', async () => {
    const begun = await Promise.all(
      Array.from({ length: 20 }, (_none, n) =>
        pair.stores[n % 2 === 0 ? 0 : 1].beginAttempt(one, `attempt ${n}`, now + n),
      ),
    );
    const before = (counted: Counted) =>
      begun.map((standing) => standing[counted].underWay).toSorted((left, right) => left - right);
    for (const counted of ['pair', 'address', 'user'] as const)
      expect(before(counted)).toEqual(Array.from({ length: 20 }, (_none, n) => n));
    await pair.stores[0].takeBackAttempt(one, 'attempt 7');
    expect((await pair.stores[1].standing(one, now)).pair).toEqual({ failures: [], underWay: 19 });
  });

  it('count over all instances, until they are too old', async () => {
    for (const [n, keys] of [one, other, one].entries()) {
      await pair.stores[n % 2 === 0 ? 0 : 1].beginAttempt(keys, `attempt ${n}`, now + n);
      await pair.stores[n % 2 === 0 ? 1 : 0].failAttempt(keys, `attempt ${n}`, now + n, true);
    }
    expect(await pair.stores[0].standing(one, now + 5)).toMatchObject({
      pair: { failures: [now, now + 2], underWay: 0 },
      user: { failures: [now, now + 1, now + 2], underWay: 0 },
      named: true,
      known: false,
    });
    await pair.stores[0].passAttempt(one, 'attempt 3', now, []);
    expect(await pair.stores[1].standing(one, now + 5)).toMatchObject({
      pair: { failures: [] },
      user: { failures: [now, now + 1, now + 2] },
      known: true,
    });
    expect((await pair.stores[1].standing(one, now + 61_000)).user.failures).toEqual([]);
  });

  it('that are slowed have one moment each, at whichever instance', async () => {
    await pair.stores[0].beginAttempt(one, 'attempt', now);
    const taken = await Promise.all([0, 1, 0, 1].map((n) => pair.stores[n === 0 ? 0 : 1].takeSlowed(one, now, 1000)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await pair.stores[1].takeSlowed(one, now + 999, 1000)).toBe(false);
    expect(await pair.stores[1].takeSlowed(one, now + 1000, 1000)).toBe(true);
  });

  it('that were noted before there was more to note still count', async () => {
    await pair.connection
      .collection<{ _id: string }>('failures')
      .insertOne({ _id: one.pair, at: [now], latest: now } as never);
    expect((await pair.stores[0].standing(one, now + 1)).pair).toEqual({ failures: [now], underWay: 0 });
  });
});

describe('API keys', () => {
  const keyOf = (id: string) => ({
    id,
    hash: `hash of ${id}`,
    prefix: 'nsk_AAAA',
    name: id,
    ownerId: 'ann',
    createdBy: 'ann',
    role: null,
    modules: [],
    scopes: ['jobs' as const],
    addresses: [],
    createdAt: now,
    expiresAt: null,
    lastUsedAt: null,
    lastUsedFrom: null,
  });

  it('are no more than there may be, however many instances make them at once', async () => {
    const ids = Array.from({ length: 12 }, (_none, n) => `key${n}`);
    const made = await Promise.all(ids.map((id, n) => pair.stores[n % 2 === 0 ? 0 : 1].addKey(keyOf(id), 5, now, [])));
    expect(made.filter(Boolean)).toHaveLength(5);
    expect(await pair.stores[0].keysOf('ann')).toHaveLength(5);
  });

  it('count for nobody before they are made, and leave no place taken when their maker died', async () => {
    const half = { ...keyOf('half'), _id: 'half', owner: 'ann', slot: 0, pending: now };
    const { id: _id, ownerId: _owner, ...document } = half;
    await pair.connection.collection<{ _id: string }>('api_keys').insertOne(document);
    expect([await pair.stores[0].keyByHash('hash of half'), await pair.stores[0].keysOf('ann')]).toEqual([null, []]);
    expect(await pair.stores[1].addKey(keyOf('early'), 1, now + 1000, [])).toBe(false);
    expect(await pair.stores[1].addKey(keyOf('late'), 1, now + 120_000, [])).toBe(true);
  });

  it('that one instance revokes are known to no other, with their end told', async () => {
    await pair.stores[0].addKey(keyOf('gone'), 5, now, []);
    await pair.stores[0].removeKey('gone', ended('key:gone'), now, []);
    expect(await pair.stores[1].keyByHash('hash of gone')).toBe(null);
    expect(namesOf(await pair.stores[1].revocationsSince(0))).toContain('key:gone');
  });
});
