import { describe, expect, it } from '@jest/globals';
import { newId } from '@numscope/platform';
import { storePair } from '@numscope/testing/suites';
import { phoneFiller } from '../../src/store/mongo/audit-phones.ts';
import { auditModels } from '../../src/store/mongo/audit-models.ts';
import { openAuditMongoStore } from '../../src/store/mongo/index.ts';
import { buildRecord } from '../house.ts';

const pair = storePair('audit', (connection, { kit }) => openAuditMongoStore(connection, kit));
const phone = '998901234567';

/** Entries of which each third names the phone, as an older version wrote them. */
async function writeAsBefore(count: number): Promise<string[]> {
  const entries = Array.from({ length: count }, (_none, n) => ({
    ...buildRecord({
      createdTimestamp: 1_700_000_000_000 + n,
      args: { phone: n % 3 === 0 ? `+${phone}` : '+12025550123' },
    }),
    id: newId(),
  }));
  await pair.stores[0].append(entries);
  await pair.connection.collection('entries').updateMany({}, { $unset: { phones: '' } });
  return entries.filter((_entry, n) => n % 3 === 0).map(({ id }) => id);
}

const found = async (): Promise<string[]> => (await pair.stores[1].ofPhone(phone, 1000)).map(({ id }) => id).reverse();
const without = () => pair.connection.collection('entries').countDocuments({ phones: { $exists: false } });

/** Until all have theirs. */
async function fill(): Promise<void> {
  const models = auditModels(pair.connection);
  const filler = phoneFiller(models, pair.test.kit.log);
  const { entries } = (await pair.stores[0].head()) ?? { entries: 0 };
  expect(await filler.reached(entries, 30_000)).toBe(true);
  await filler.close();
}

describe('entries from before phones were kept', () => {
  it('are found while they have none, and alike once they got theirs', async () => {
    const ids = await writeAsBefore(30);
    expect(await without()).toBe(30);
    expect(await found()).toEqual(ids);
    await fill();
    expect(await without()).toBe(0);
    expect(await found()).toEqual(ids);
  });

  it('that an older instance writes behind are found, and get theirs at the next round', async () => {
    const before = await writeAsBefore(9);
    await fill();
    const entry = { ...buildRecord({ createdTimestamp: 1_800_000_000_000, args: { phone } }), id: newId() };
    await pair.stores[0].append([entry]);
    await pair.connection.collection('entries').updateOne({ id: entry.id }, { $unset: { phones: '' } });
    expect(await found()).toEqual([...before, entry.id]);
    await fill();
    expect(await found()).toEqual([...before, entry.id]);
  });
});
