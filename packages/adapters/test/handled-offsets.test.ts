import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { openEmbeddedBus } from '@numscope/adapters/embedded';
import { column, openDatabase } from '@numscope/adapters/sqlite';
import { createLogger } from '@numscope/platform';
import { tempDir, userChangedEvent } from '@numscope/testing';
import { Seen } from '@numscope/testing/suites';
import { HandledOffsets } from '../src/embedded/bus/handled-offsets.ts';

const at = (stream: string, next: number) => ({ group: 'g', stream, next });

it('writes the last place of each stream, once', () => {
  const handled = new HandledOffsets();
  handled.note(at('a/0', 1));
  handled.note(at('a/1', 5));
  handled.note(at('a/0', 2));
  expect(handled.take()).toEqual([at('a/0', 2), at('a/1', 5)]);
  expect(handled.isEmpty).toBe(true);
});

it('writes what could not be written with the next, unless its group has come further', () => {
  const handled = new HandledOffsets();
  handled.note(at('a/0', 1));
  handled.note(at('a/1', 5));
  const failed = handled.take();
  handled.note(at('a/0', 2));
  handled.putBack(failed);
  expect(handled.take()).toEqual([at('a/0', 2), at('a/1', 5)]);
});

it('never notes that a group has gone back', () => {
  const handled = new HandledOffsets();
  handled.note(at('a/0', 2));
  handled.note(at('a/0', 1));
  expect(handled.take()).toEqual([at('a/0', 2)]);
});

it('has how far a group has come in the file no later than the next events', async () => {
  const dir = tempDir();
  const path = join(dir.path, 'bus.sqlite');
  const bus = await openEmbeddedBus({ path, retentionDays: 7, log: createLogger('bus', 'silent') });
  const seen = new Seen<string>();
  const consumer = await bus.subscribe({
    topic: 'user.changed',
    group: 'g',
    handle: async (events) => seen.add(...events.map(({ id }) => id)),
  });
  await bus.publish([userChangedEvent('a'), userChangedEvent('b')]);
  await seen.count(2);
  await consumer.close();
  await bus.publish([userChangedEvent('c')]);
  const db = openDatabase({ path, migrations: [], readOnly: true });
  const row = db.prepare(`SELECT next FROM offsets WHERE grp = 'g' AND stream = 'user.changed/0'`).get() ?? {};
  db.close();
  expect(column.number(row, 'next')).toBe(2);
  await bus.close();
  dir.remove();
});
