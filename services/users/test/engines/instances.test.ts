import { describe, expect, it, jest } from '@jest/globals';
import { newId, OutboxRelay, outgoing } from '@numscope/platform';
import { AsyncLocalStorage } from 'node:async_hooks';
import { storePair } from '@numscope/testing/suites';
import type { UserRecord } from '../../src/domain/user.ts';
import { openAdministrators } from '../../src/store/mongo/administrators.ts';
import { openUserMongoStore } from '../../src/store/mongo/index.ts';
import { openUsers } from '../../src/store/mongo/user-documents.ts';
import type { UserStore } from '../../src/store/user-store.port.ts';

const pair = storePair('users', (connection, { kit }) => openUserMongoStore(connection, { log: kit.log }));

const buildUser = (userName: string, overrides: Partial<UserRecord> = {}): UserRecord => ({
  id: newId(),
  userName,
  passwordHash: 'hash',
  roles: ['ADMIN'],
  modules: ['Profiler'],
  provider: null,
  secondFactor: null,
  createdAt: 1,
  lastLogin: null,
  revision: 1,
  ...overrides,
});

const endOf = ({ id, userName, roles, modules }: UserRecord) => ({
  userId: id,
  userName,
  roles,
  modules,
  deleted: false,
});
const strip = async (store: UserStore, user: UserRecord) => {
  const { revision } = (await store.find(user.id)) ?? user;
  return store.change(user.id, revision, { ...user, roles: ['USER'] }, [], endOf(user));
};

async function addTwo(): Promise<[UserRecord, UserRecord]> {
  const users: [UserRecord, UserRecord] = [buildUser('ann'), buildUser('ben')];
  for (const user of users) await pair.stores[0].create(user, []);
  return users;
}

describe('several instances', () => {
  it('open the same database at once, with its indexes', async () => {
    const names = (await pair.connection.collection('users').indexes()).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['_id_', 'first', 'name', 'outbox', 'provider', 'roles']);
  });

  it('make one first administrator, whatever each would call it', async () => {
    const made = await Promise.all(
      Array.from({ length: 10 }, (_none, n) => pair.stores[n % 2 === 0 ? 0 : 1].createFirst(buildUser(`admin${n}`))),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(
      (
        await pair.stores[0].list({
          namePart: null,
          sort: { field: 'userName', direction: 'ASC' },
          offset: 0,
          limit: 9,
        })
      ).total,
    ).toBe(1);
  });

  it('give a name to one only, also when it is given by a change', async () => {
    const [ann, ben] = await addTwo();
    const change = (store: UserStore, user: UserRecord, userName: string) =>
      store.change(user.id, 1, { ...user, userName }, [], null);
    const outcomes = await Promise.all([
      change(pair.stores[0], ann, 'Eve'),
      change(pair.stores[1], ben, 'eve'),
      pair.stores[0].create(buildUser('EVE'), []),
      pair.stores[1].create(buildUser('eVe'), []),
    ]);
    expect(outcomes.toSorted()).toEqual(['DONE', 'NAME_TAKEN', 'NAME_TAKEN', 'NAME_TAKEN']);
  });

  it('tell of a change made by the one that does not relay, and forget a deleted user then', async () => {
    const relays = pair.stores.map((store) => new OutboxRelay(store, pair.test.bus, pair.test.kit.log));
    for (const relay of relays) relay.start();
    const [ann, ben] = await addTwo();
    for (const [index, user] of [ann, ben].entries())
      await pair.stores[index]
        ?.remove(user.id, 1, [], { ...endOf(user), deleted: true })
        .then((outcome) => expect(outcome).toBe(index === 0 ? 'DONE' : 'LAST_ADMIN'));
    await pair.stores[1].change(
      ben.id,
      1,
      { ...ben, modules: ['Webint'] },
      [outgoing('user.changed', 'x', { ...endOf(ben), at: 1 })],
      endOf(ben),
    );
    await pair.test.bus.waitFor('user.changed', ({ data }) => data.userName === 'ann' && data.deleted);
    await pair.test.bus.waitFor('user.changed', ({ data }) => data.userName === 'ben' && data.at > 1);
    await Promise.all(relays.map((relay) => relay.close()));
    expect(await pair.stores[0].find(ann.id)).toBeNull();
    expect(await pair.connection.collection('users').countDocuments()).toBe(1);
  });
});

describe('the last administrator', () => {
  it('is left, whichever instances take away which others at once', async () => {
    for (let round = 0; round < 15; round++) {
      const [ann, ben] = [buildUser(`ann${round}`), buildUser(`ben${round}`)];
      await Promise.all([pair.stores[0].create(ann, []), pair.stores[1].create(ben, [])]);
      const outcomes = await Promise.all([
        strip(pair.stores[0], ann),
        round % 2 === 0
          ? strip(pair.stores[1], ben)
          : pair.stores[1].remove(ben.id, 1, [], { ...endOf(ben), deleted: true }),
      ]);
      expect(outcomes.toSorted()).toEqual(['DONE', 'LAST_ADMIN']);
      await pair.connection.collection('users').deleteMany({});
    }
  });

  it('is left when an instance died while it took the other away', async () => {
    const [ann, ben] = await addTwo();
    await pair.connection
      .collection<{ _id: string }>('arbiters')
      .updateOne({ _id: 'administrators' }, { $set: { turn: 7, intent: { user: ann.id, revision: 1 } } });
    expect(await strip(pair.stores[1], ben)).toBe('DONE');
    expect(await strip(pair.stores[0], ann)).toBe('LAST_ADMIN');
  });

  it('is left when an instance stood still while it took the other away', async () => {
    const [ann, ben] = await addTwo();
    const users = await openUsers(pair.connection);
    const slow = await openAdministrators(pair.connection, users, 50);
    let outcome = '';
    const late = await slow.withdraw(ann.id, 1, async () => {
      outcome = await strip(pair.stores[1], ben);
      return users.updateOne({ _id: ann.id, revision: 1 }, { $set: { roles: ['USER'] } });
    });
    expect(outcome).toBe('DONE');
    expect(late).toMatchObject({ matchedCount: 0 });
    expect(await pair.stores[0].find(ann.id)).toMatchObject({ roles: ['ADMIN'] });
  });
});

describe('a login and a change by different instances', () => {
  it('are in one order, even if the clocks are not', async () => {
    const ann = buildUser('ann', { lastLogin: Date.now() + 60_000 });
    await pair.stores[0].create(ann, []);
    await pair.stores[1].change(ann.id, 1, { ...ann, roles: ['ADMIN', 'USER'] }, [], endOf(ann));
    const [{ events } = { events: [] }] = [
      ...(await pair.stores[0].pendingEvents(9)),
      ...(await pair.stores[1].pendingEvents(9)),
    ];
    const { at } = JSON.parse(events[0]?.json ?? '').data;
    expect(at).toBe(ann.lastLogin);
    expect(await pair.stores[0].noteLogin(ann.id, 1, 0)).toBeNull();
    expect(await pair.stores[0].noteLogin(ann.id, 2, 0)).toBe(at + 1);
  });

  it('never leave a login of the former rights after the change', async () => {
    // What an instance's clock is ahead of the others', for whatever is called within.
    const ahead = new AsyncLocalStorage<number>();
    const now = Date.now.bind(Date);
    jest.spyOn(Date, 'now').mockImplementation(() => now() + (ahead.getStore() ?? 0));
    for (let round = 0; round < 5; round++) {
      const ann = buildUser(`ann${round}`);
      await pair.stores[0].create(ann, []);
      const moments: number[] = [];
      const logIn = async (store: UserStore): Promise<void> => {
        for (let at = await store.noteLogin(ann.id, 1, 0); at !== null; at = await store.noteLogin(ann.id, 1, 0))
          moments.push(at);
      };
      const logins = [5000, 0, 0].map((ms) => ahead.run(ms, () => logIn(pair.stores[0])));
      expect(await pair.stores[1].change(ann.id, 1, { ...ann, modules: ['Webint'] }, [], endOf(ann))).toBe('DONE');
      await Promise.all(logins);
      const changed = await pair.connection.collection('users').findOne({ nameKey: `ann${round}` });
      expect(Math.max(...moments)).toBeLessThanOrEqual(changed?.['changedAt']);
    }
    jest.restoreAllMocks();
  });
});
