import { join } from 'node:path';
import { afterEach, expect, it, jest } from '@jest/globals';
import { openDatabase, Outbox } from '@numscope/adapters/sqlite';
import { tempDir } from '@numscope/testing';
import { Absorber } from '../src/store/sqlite/absorb.ts';
import { IndexWorkRows } from '../src/store/sqlite/index-work-rows.ts';
import { RemovedRows } from '../src/store/sqlite/removed-rows.ts';
import { migrations } from '../src/store/sqlite/schema.ts';
import { foundPhone } from './setup.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

it('looks for removed numbers only where any is kept, of which there are mostly none', () => {
  const dir = tempDir();
  const db = openDatabase({ path: join(dir.path, 'profiles.sqlite'), migrations });
  const absorber = new Absorber(db, new IndexWorkRows(db, new Outbox(db)));
  const look = jest.spyOn(RemovedRows.prototype, 'of');
  let events = 0;
  const answer = (resolvedAt: number): number => {
    const data = foundPhone('+998901234567', { city: 'Tashkent' });
    absorber.absorb(
      [{ eventId: `event-${events++}`, resolvedAt, data: { ...data, status: 'FOUND' } }],
      1_750_000_000_000,
    );
    return look.mock.calls.length;
  };
  expect(answer(1000)).toBe(0);
  new RemovedRows(db).note({ phone: '+12025550123', id: 'p', revision: 1 }, 2000, undefined);
  look.mockClear();
  expect(answer(3000)).toBe(1);
  db.close();
  dir.remove();
});
