import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { keepUndelivered, openEmbeddedBus } from '@numscope/adapters/embedded';
import { createLogger, packEvents } from '@numscope/platform';
import { tempDir, userChangedEvent } from '@numscope/testing';
import { busMigrations } from '../src/embedded/bus/bus-schema.ts';
import { open as openStore } from '../src/embedded/bus/bus-store.ts';
import { openDatabase } from '../src/sqlite/index.ts';

let dir: ReturnType<typeof tempDir>;
const path = (): string => join(dir.path, 'bus.sqlite');
beforeEach(() => {
  dir = tempDir();
});
afterEach(() => dir.remove());

const openBus = () => openEmbeddedBus({ path: path(), retentionDays: 7, log: createLogger('bus', 'silent') });
const groupsKept = (): string[] => {
  const store = openStore({ path: path() });
  const { offsets } = store.state();
  store.close();
  return offsets.map(({ group }) => group);
};

it('keeps no place of a group that begins at the latest: nobody goes on where it was', async () => {
  const bus = await openBus();
  const heard = new Set<string>();
  const told = Promise.withResolvers<void>();
  const hear = (group: string, from: 'latest' | 'earliest') =>
    bus.subscribe({
      topic: 'user.changed',
      group,
      from,
      attempts: 1,
      async handle(events) {
        for (const { data } of events) {
          heard.add(`${group} ${data.userName}`);
          if (heard.size === 6) told.resolve();
          if (data.userName === 'bob') throw new Error('never');
        }
      },
    });
  await hear('auth', 'earliest');
  const consumer = await hear('gateway-1', 'latest');
  for (const name of ['anna', 'bob']) await bus.publish([userChangedEvent(name)]);
  // As long as the process lives its group goes on where it was.
  await consumer.close();
  await bus.publish([userChangedEvent('carl')]);
  await hear('gateway-1', 'latest');
  await told.promise;
  await bus.close();
  expect([...heard].toSorted()).toEqual([
    'auth anna',
    'auth bob',
    'auth carl',
    'gateway-1 anna',
    'gateway-1 bob',
    'gateway-1 carl',
  ]);
  expect(groupsKept()).toEqual(['auth']);
});

it('forgets the places that such groups left before, and after a restore keeps no event for them', () => {
  const older = openDatabase({ path: path(), migrations: busMigrations.slice(0, 3) });
  const place = older.prepare(`INSERT INTO offsets (grp, stream, next) VALUES (?, 'user.changed/0', ?)`);
  place.run('auth', 1);
  place.run('gateway-0123', 0);
  older.close();
  const store = openStore({ path: path() });
  store.write({ at: 1, packed: [packEvents([userChangedEvent('anna')])], offsets: [], dead: [] });
  store.close();

  keepUndelivered(path(), 1000);
  expect(groupsKept()).toEqual(['auth']);
  const db = openDatabase({ path: path(), migrations: busMigrations });
  expect(db.prepare('SELECT at FROM chunks').all()).toMatchObject([{ at: 1 }]);
  db.close();
});
