import { expect, it } from '@jest/globals';
import { ProfileTable } from '../src/profile-table.ts';

const phone = '+998901234567';
const updated = (revision: number, profileId = 'p1') => ({
  type: 'profile.updated',
  version: 1,
  data: { phone, profileId, revision },
});
const deleted = (profileId = 'p1') => ({ type: 'profile.deleted', version: 1, data: { phone, profileId } });

it('keeps the newest revision, whatever comes twice or late', () => {
  const table = new ProfileTable();
  for (const event of [updated(1), updated(3), updated(2), updated(3)]) table.take(event);
  expect(table.entries.get(phone)).toEqual({ profileId: 'p1', revision: 3 });
});

it('drops a deleted profile for good, and takes a new one of the same phone', () => {
  const table = new ProfileTable();
  for (const event of [updated(1), deleted(), updated(2)]) table.take(event);
  expect(table.entries.size).toBe(0);
  table.take(updated(1, 'p2'));
  table.take(deleted('p2'));
  table.take(updated(1, 'p3'));
  expect(table.entries.get(phone)).toEqual({ profileId: 'p3', revision: 1 });
});

it('stops at a version it does not know', () => {
  expect(() => new ProfileTable().take({ ...updated(1), version: 2 })).toThrow('version 2');
});

it('drops what was erased, whatever of it comes late, and takes a new profile of the phone', () => {
  const table = new ProfileTable();
  table.take(updated(1));
  table.erase(phone);
  table.erase('+998901234568');
  table.take(updated(2));
  expect(table.entries.size).toBe(0);
  table.take(updated(1, 'p2'));
  expect(table.entries.get(phone)).toEqual({ profileId: 'p2', revision: 1 });
});
