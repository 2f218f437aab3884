import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connection } from '@numscope/adapters/mongo';
import { newId } from '@numscope/platform';
import { createTestKit, type TestDatabase, testDatabase, type TestKit } from '@numscope/testing';
import type { NewEntry } from '../../src/domain/chain-link.ts';
import { entriesOfPhone, phoneFiller, PHONES_PLACE } from '../../src/store/mongo/audit-phones.ts';
import { type AuditCollections, auditCollections, placeOf } from '../../src/store/mongo/audit-collections.ts';
import { openAuditMongoStore } from '../../src/store/mongo/index.ts';
import { buildRecord } from '../setup.ts';

const phone = '998901234567';
let test: TestKit;
let database: TestDatabase;
let connection: Connection;
let collections: AuditCollections;

beforeAll(async () => {
  test = await createTestKit('audit');
  database = await testDatabase(test);
  connection = await database.connect();
  collections = auditCollections(connection);
});
afterAll(async () => {
  await connection.close();
  await test.close();
});
beforeEach(() => connection.dropDatabase());

/**
 * Writes like an instance of an older version, which keeps no phones. Whoever has the trail open may give them theirs at
 * any time, so that is undone once nobody has.
 */
async function writeAsBefore(written: NewEntry[]): Promise<void> {
  const before = await placeOf(collections, PHONES_PLACE);
  const store = await openAuditMongoStore(await database.connect(), test.kit);
  await store.append(written);
  await store.close();
  await collections.entries.updateMany({ id: { $in: written.map(({ id }) => id) } }, { $unset: { phones: '' } });
  await collections.places.updateOne({ _id: PHONES_PLACE }, { $set: { seq: before } });
}

/** Each third names the phone. */
const entriesOf = (count: number): NewEntry[] =>
  Array.from({ length: count }, (_none, n) => ({
    ...buildRecord({
      createdTimestamp: 1_700_000_000_000 + n,
      args: { phone: n % 3 === 0 ? `+${phone}` : '+12025550123' },
    }),
    id: newId(),
  }));
const naming = (entries: readonly NewEntry[]): string[] => entries.filter((_one, n) => n % 3 === 0).map(({ id }) => id);
const found = async (): Promise<string[]> =>
  (await entriesOfPhone(collections, phone, 1000)).map(({ id }) => id).reverse();
const without = () => collections.entries.countDocuments({ phones: { $exists: false } });

/** Until all have theirs. */
async function fill(): Promise<void> {
  const filler = phoneFiller(collections, test.kit.log);
  expect(await filler.reached(await collections.entries.countDocuments(), 30_000)).toBe(true);
  await filler.close();
}

describe('entries from before phones were kept', () => {
  it('are found while they have none, and alike once they got theirs', async () => {
    const entries = entriesOf(30);
    await writeAsBefore(entries);
    expect(await without()).toBe(30);
    expect(await found()).toEqual(naming(entries));
    await fill();
    expect(await without()).toBe(0);
    expect(await found()).toEqual(naming(entries));
  });

  it('that an older instance writes behind are found, and get theirs at the next round', async () => {
    const entries = entriesOf(9);
    await writeAsBefore(entries);
    await fill();
    const entry = { ...buildRecord({ createdTimestamp: 1_800_000_000_000, args: { phone } }), id: newId() };
    await writeAsBefore([entry]);
    expect(await without()).toBe(1);
    expect(await found()).toEqual([...naming(entries), entry.id]);
    await fill();
    expect(await without()).toBe(0);
    expect(await found()).toEqual([...naming(entries), entry.id]);
  });
});
