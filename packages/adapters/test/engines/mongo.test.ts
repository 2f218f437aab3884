import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger, newId, outgoing, packEvents, TransientError } from '@numscope/platform';
import { testEngine } from '@numscope/testing';
import mongoose from 'mongoose';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, createServer, type Socket } from 'node:net';
import {
  type Connection,
  DocumentOutbox,
  duplicateKeysIn,
  isDuplicateKey,
  Journal,
  Lease,
  openMongo,
  outboxEntry,
  transientWhileAway,
  type WithOutbox,
} from '../../src/mongo/index.ts';

const log = createLogger('test', 'silent');
let connection: Connection;
let url: string;

beforeEach(async () => {
  url = `${testEngine('mongodb')}/test_${newId()}`;
  connection = await openMongo({ url, service: 'base', log });
});

afterEach(async () => {
  await connection.dropDatabase();
  await connection.close();
});

const told = (key: string) =>
  outgoing('user.changed', key, { userName: key, at: 1, roles: [], modules: [], deleted: true });

describe('a store while MongoDB is away', () => {
  /** A way to the server that can be cut. */
  async function cuttable(): Promise<{ url: string; cut(): void }> {
    const { hostname, port } = new URL(testEngine('mongodb'));
    const sockets = new Set<Socket>();
    const server = createServer((from) => {
      const to = connect(Number(port), hostname);
      for (const socket of [from, to]) sockets.add(socket.on('error', () => undefined));
      from.pipe(to).pipe(from);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const cut = (): void => {
      server.close();
      for (const socket of sockets) socket.destroy();
    };
    return { url: `mongodb://127.0.0.1:${address.port}/test_${newId()}?directConnection=true`, cut };
  }

  test('fails with what will pass, and with nothing else', async () => {
    const way = await cuttable();
    const away = await openMongo({ url: way.url, service: 'away', log });
    const letters = away.collection<{ _id: string }>('letters');
    const store = transientWhileAway({ add: (_id: string) => letters.insertOne({ _id }) });
    await store.add('p');
    const again = await store.add('p').catch((error: unknown) => error);
    expect([isDuplicateKey(again), again instanceof TransientError]).toEqual([true, false]);
    await away.dropDatabase();
    way.cut();
    for (let time = 0; time < 3; time++) await expect(store.add('q')).rejects.toBeInstanceOf(TransientError);
    await away.close();
    await expect(store.add('q')).rejects.toBeInstanceOf(TransientError);
  });

  test('fails with what will pass when it reads on in a cursor that went with its server', async () => {
    const getMore = mongoose.mongo.Long.fromNumber(987_654_321);
    const store = transientWhileAway({ more: async () => connection.db?.command({ getMore, collection: 'letters' }) });
    await expect(store.more()).rejects.toBeInstanceOf(TransientError);
  });

  // The driver says of such a bulk that the server refused it, and names no document that it refused.
  test('fails in a bulk as in any other write, and nothing of it counts as there already', async () => {
    const way = await cuttable();
    const away = await openMongo({ url: way.url, service: 'away', log });
    const letters = away.collection<{ _id: string }>('letters');
    const writing = (_id: string) => letters.bulkWrite([{ insertOne: { document: { _id } } }], { ordered: false });
    const store = transientWhileAway({ bulk: writing, many: (_id: string) => letters.insertMany([{ _id }]) });
    await store.bulk('p');
    const there = [await store.bulk('p').catch(duplicateKeysIn), await store.many('p').catch(duplicateKeysIn)];
    expect(there).toEqual([[0], [0]]);
    await away.dropDatabase();
    way.cut();
    await expect(writing('q').catch(duplicateKeysIn)).resolves.toBeNull();
    await expect(store.bulk('q')).rejects.toBeInstanceOf(TransientError);
    await expect(store.many('q')).rejects.toBeInstanceOf(TransientError);
    await away.close();
  });
});

test('reads from the primary alone, whatever its address says', async () => {
  const other = await openMongo({ url: `${url}?readPreference=secondaryPreferred`, service: 'base', log });
  expect(other.getClient().options.readPreference?.mode).toBe('primary');
  await other.close();
});

describe('a lease', () => {
  test('is held by one at a time, and by the next as soon as it is given back', async () => {
    let taken = 0;
    const first = new Lease(connection, { name: 'work', log });
    const second = new Lease(connection, { name: 'work', log, onTaken: () => taken++ });
    await first.start();
    await second.start();
    expect([first.isHeld, second.isHeld]).toEqual([true, false]);
    await first.close();
    expect(first.isHeld).toBe(false);
    const third = new Lease(connection, { name: 'work', log });
    await third.start();
    expect(third.isHeld).toBe(true);
    expect(taken).toBe(0);
    await third.close();
    await second.close();
  });

  test('whose holder is gone is taken over once it is over', async () => {
    await connection
      .collection<{ _id: string }>('leases')
      .insertOne({ _id: 'work', holder: 'dead', until: new Date(Date.now() - 1) } as never);
    const lease = new Lease(connection, { name: 'work', log });
    await lease.start();
    expect(lease.isHeld).toBe(true);
    await lease.close();
  });

  test('tells whether anybody else is there, and who has come when that is known', async () => {
    const first = new Lease(connection, { name: 'work', log });
    await first.start();
    await first.heard();
    while (!first.isAlone) await pause(50);
    const second = new Lease(connection, { name: 'work', log });
    await second.start();
    await second.heard();
    expect([first.isHeld, first.isAlone, second.isAlone]).toEqual([true, false, false]);
    await second.close();
    await first.close();
    expect(first.isAlone).toBe(false);
  });

  test('lets nobody wait for long for a holder that has died', async () => {
    await connection
      .collection<{ _id: string }>('leases')
      .insertOne({ _id: 'work', holder: 'dead', until: new Date(Date.now() + 60_000) } as never);
    const lease = new Lease(connection, { name: 'work', log });
    await lease.start();
    await lease.heard();
    expect(lease.isHeld).toBe(false);
    await lease.close();
  });
});

describe('an outbox inside documents', () => {
  interface Thing extends WithOutbox {
    _id: string;
    value: number;
  }

  test('gives what was told with each change, in order, until it is cleared; only to the holder of the lease', async () => {
    const things = connection.collection<Thing>('things');
    const first = told('a');
    const second = told('b');
    await things.insertOne({ _id: 'x', value: 1, outbox: [outboxEntry([first])].filter((entry) => entry !== null) });
    await things.updateOne({ _id: 'x' }, { $set: { value: 2 }, $push: { outbox: outboxEntry([second]) } as never });
    const outbox = new DocumentOutbox(connection, ['things'], { isHeld: true, isAlone: false });
    const pending = await outbox.pendingEvents(16);
    expect(pending.map(({ events }) => events)).toEqual([[first], [second]]);
    expect(
      await new DocumentOutbox(connection, ['things'], { isHeld: false, isAlone: false }).pendingEvents(16),
    ).toEqual([]);

    const elsewhere = new DocumentOutbox(connection, ['things'], { isHeld: false, isAlone: false });
    expect(await elsewhere.hasUnpublished(['nobody', second.key])).toBe(true);
    expect(await elsewhere.hasUnpublished(['nobody'])).toBe(false);

    await outbox.clearEvents([pending[0]?.id ?? '']);
    expect((await outbox.pendingEvents(16)).map(({ events }) => events)).toEqual([[second]]);
    await outbox.clearEvents([pending[1]?.id ?? '']);
    expect(await outbox.pendingEvents(16)).toEqual([]);
    expect(await things.findOne({ _id: 'x' })).toEqual({ _id: 'x', value: 2 });
  });

  test('clears by the index of what waits, and leaves what it was not told of', async () => {
    const watched = await openMongo({ url, service: 'base', log, monitorCommands: true });
    const filters: object[] = [];
    watched.getClient().on('commandStarted', ({ commandName, command }) => {
      if (commandName === 'update') for (const { q } of command['updates']) filters.push(q);
    });
    const things = connection.collection<Thing>('things');
    const entries = ['a', 'b', 'c', 'd'].map((key) => outboxEntry([told(key)])).filter((entry) => entry !== null);
    const [a, b, c, d] = entries;
    await things.insertMany([
      { _id: 'all', value: 1, outbox: [a!, b!] },
      { _id: 'some', value: 1, outbox: [c!, d!] },
      { _id: 'none', value: 1 },
    ]);
    const outbox = new DocumentOutbox(watched, ['things'], { isHeld: true, isAlone: false });
    await outbox.clearEvents([a!, b!, c!].map(({ id }) => id));
    expect(await things.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'all', value: 1 },
      { _id: 'none', value: 1 },
      { _id: 'some', value: 1, outbox: [d] },
    ]);
    expect(filters.filter((filter) => !('outbox.id' in filter))).toEqual([]);
    await watched.close();
  });
});

describe('a journal', () => {
  interface Change {
    add: string[];
  }

  const openJournal = (apply: (change: Change) => Promise<void>) =>
    new Journal<Change>(connection, { collection: 'journal', apply });
  const letters = () => connection.collection<{ _id: string }>('letters');
  const addLetters = async ({ add }: Change): Promise<void> => {
    for (const letter of add)
      await letters().updateOne({ _id: letter }, { $set: { seen: true } } as never, { upsert: true });
  };

  test('carries a change out, gives its events once it is released, and forgets it', async () => {
    const journal = openJournal(addLetters);
    const event = told('a');
    const id = await journal.write({ add: ['p', 'q'] }, packEvents([event]), true);
    expect(await letters().countDocuments()).toBe(2);
    expect(await journal.pendingEvents(16)).toEqual([]);
    expect((await journal.heldEntries(16)).map((entry) => entry.id)).toEqual([id]);
    await journal.release(id);
    expect(await journal.pendingEvents(16)).toEqual([{ id, events: [event] }]);
    await journal.clearEvents([id]);
    expect(await connection.collection('journal').countDocuments()).toBe(0);
  });

  test('keeps a change that could not be carried out, and its owner carries it out when it looks again', async () => {
    let fails = true;
    const journal = openJournal((change) => (fails ? Promise.reject(new Error('away')) : addLetters(change)));
    const event = told('a');
    await expect(journal.write({ add: ['p'] }, packEvents([event]))).rejects.toThrow('away');
    fails = false;
    expect((await journal.pendingEvents(16)).map(({ events }) => events)).toEqual([[event]]);
    expect(await letters().countDocuments()).toBe(1);
  });

  test('leaves what another process is at to that one, and takes what it abandoned', async () => {
    const event = told('a');
    await openJournal(() => Promise.reject(new Error('killed')))
      .write({ add: ['p'] }, packEvents([event]))
      .catch(() => undefined);
    const other = openJournal(addLetters);
    expect(await other.pendingEvents(16)).toEqual([]);
    const journal = connection.collection<{ _id: string }>('journal');
    const entry = await journal.findOne({});
    await journal.deleteOne({ _id: entry?._id ?? '' });
    await journal.insertOne({ ...entry, _id: `00000000${entry?._id.slice(8)}` } as never);
    expect((await other.pendingEvents(16)).map(({ events }) => events)).toEqual([[event]]);
    expect(await letters().countDocuments()).toBe(1);
  });

  test('holds events of what is done already: for its owner alone at first, for anybody when nobody has them in hand', async () => {
    const [journal, other] = [openJournal(addLetters), openJournal(addLetters)];
    const id = await journal.hold(packEvents([told('a')]));
    const idsOf = async (entries: ReturnType<typeof journal.heldEntries>) => (await entries).map((entry) => entry.id);
    expect(await idsOf(journal.heldEntries(16))).toEqual([id]);
    expect(await idsOf(journal.heldEntries(16, true))).toEqual([]);
    expect(await idsOf(other.heldEntries(16))).toEqual([]);
    expect(await other.holdsAny()).toBe(true);
    expect([await other.hasUnpublished(['nobody', told('a').key]), await other.hasUnpublished(['nobody'])]).toEqual([
      true,
      false,
    ]);
    const left = await journal.hold(packEvents([told('b')]), true);
    expect(await idsOf(other.heldEntries(16, true))).toEqual([left]);
    await other.forget(id);
    await other.forget(left);
    expect(await journal.holdsAny()).toBe(false);
  });

  test('never begins a change of its own a second time while the first is under way', async () => {
    const begun = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    let times = 0;
    const journal = openJournal(async () => {
      times++;
      begun.resolve();
      await end.promise;
    });
    const writing = journal.write({ add: ['p'] }, packEvents([told('a')]));
    await begun.promise;
    expect(await journal.pendingEvents(16)).toEqual([]);
    expect(await journal.hasUnpublished([told('a').key])).toBe(true);
    end.resolve();
    await writing;
    expect(await journal.pendingEvents(16)).toHaveLength(1);
    expect(times).toBe(1);
  });

  test('tells nothing of a change that came to nothing, whoever carries it out', async () => {
    let fails = true;
    const journal = new Journal<Change>(connection, {
      collection: 'journal',
      apply: (change, id) =>
        fails
          ? Promise.reject(new Error('away'))
          : letters()
              .updateOne({ _id: change.add[0] ?? '' }, { $setOnInsert: { by: id } } as never, { upsert: true })
              .then(() => undefined),
      isTold: async (_change, id) => (await letters().findOne({ by: id } as never)) !== null,
    });
    const event = told('a');
    await expect(journal.write({ add: ['p'] }, packEvents([event]))).rejects.toThrow('away');
    fails = false;
    await journal.write({ add: ['p'] }, packEvents([told('b')]));
    // The second had been carried out before the first: that one is found here, and came too late.
    expect(await journal.pendingEvents(16)).toHaveLength(1);
    expect(await connection.collection('journal').countDocuments()).toBe(1);
  });

  test('removes an entry without events at once', async () => {
    await openJournal(addLetters).write({ add: ['p'] }, null);
    expect(await connection.collection('journal').countDocuments()).toBe(0);
  });
});
