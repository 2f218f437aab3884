import { describe, expect, it } from '@jest/globals';
import { newId } from '@numscope/platform';
import { storePair } from '@numscope/testing/suites';
import { type ChainFault, GENESIS, type NewEntry } from '../../src/domain/chain-link.ts';
import { walkChain } from '../../src/queries/walk-chain.ts';
import { Appender } from '../../src/store/mongo/audit-append.ts';
import { auditCollections } from '../../src/store/mongo/audit-collections.ts';
import type { AuditStore } from '../../src/store/audit-store.port.ts';
import { openAuditMongoStore } from '../../src/store/mongo/index.ts';
import { buildRecord } from '../setup.ts';

const pair = storePair('audit', (connection, { kit }) => openAuditMongoStore(connection, kit));

const buildEntries = (count: number): NewEntry[] =>
  Array.from({ length: count }, () => ({ ...buildRecord(), id: newId() }));

interface Kept {
  _id: number;
  id: string;
  hash: string;
}
const kept = () => pair.connection.collection<Kept>('entries').find({}).sort({ _id: 1 }).toArray();

async function faults(store: AuditStore = pair.stores[0]): Promise<ChainFault[]> {
  const found: ChainFault[] = [];
  await walkChain(store, (fault) => found.push(fault));
  return found;
}

/**
 * As if the writer of the entries behind `entries` had died with `left` entries written, before it could move the head
 * on.
 */
async function dieBehind(entries: number, left: number): Promise<void> {
  const rows = await kept();
  const hash = rows.find(({ _id }) => _id === entries)?.hash ?? GENESIS;
  await pair.connection.collection<Kept>('entries').deleteMany({ _id: { $gt: left } });
  const head = { entries, hash, writing: { by: 'dead', to: rows.length } };
  await pair.connection.collection<{ _id: string }>('heads').updateOne({ _id: 'chain' }, { $set: head });
}

describe('two instances', () => {
  it('that get the same events at once write one chain with each once', async () => {
    const entries = buildEntries(300);
    const slices = Array.from({ length: 12 }, (_none, n) => entries.slice(n * 20, n * 20 + 80));
    await Promise.all(slices.map((slice, n) => pair.stores[n % 2 === 0 ? 0 : 1].append(slice)));
    expect(await faults()).toEqual([]);
    const rows = await kept();
    expect(rows.map(({ _id }) => _id)).toEqual(entries.map((_entry, index) => index + 1));
    expect(rows.map(({ id }) => id).toSorted()).toEqual(entries.map(({ id }) => id).toSorted());
    expect((await pair.stores[1].head())?.entries).toBe(300);
  });

  it('never take a batch that is being written for a fault', async () => {
    const writers = { done: false };
    const walk = async (): Promise<void> => {
      while (!writers.done) expect(await faults(pair.stores[1])).toEqual([]);
    };
    const walking = walk();
    for (let batch = 0; batch < 15; batch++) await pair.stores[0].append(buildEntries(100));
    writers.done = true;
    await walking;
  });
});

it('send entries off the machine by one of them, and by another where that one is gone for good', async () => {
  const ships = () => Promise.all(pair.stores.map((store) => store.ships()));
  const leases = pair.connection.collection<{ _id: string }>('leases');
  await leases.insertOne({ _id: 'shipping', holder: 'killed', until: new Date(Date.now() + 60_000) } as never);
  expect(await ships()).toEqual([false, false]);
  await leases.updateOne({ _id: 'shipping', holder: 'killed' } as never, { $set: { until: new Date(0) } });
  let now = await ships();
  for (; !now.includes(true); now = await ships()) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(now.filter(Boolean)).toHaveLength(1);
});

describe('a batch whose writer died', () => {
  it.each([
    ['before its first entry', 4, 4],
    ['between its entries', 4, 7],
    ['before it could move the head on', 4, 10],
    ['with the first batch of all', 0, 3],
  ])('%s is whole as far as it came, and is continued', async (_when, head, left) => {
    const entries = buildEntries(10);
    await pair.stores[0].append(entries);
    const before = await kept();
    await dieBehind(head, left);
    expect(await faults()).toEqual([]);
    expect((await pair.stores[0].head())?.entries).toBe(left);

    const more = buildEntries(3);
    await pair.stores[1].append([...entries.slice(head), ...more]);
    expect(await faults()).toEqual([]);
    const after = await kept();
    expect(after.map(({ id }) => id)).toEqual([...entries, ...more].map(({ id }) => id));
    expect(after.slice(0, 10)).toEqual(before);
  });

  it('is continued by others with what they have to write', async () => {
    const entries = buildEntries(10);
    await pair.stores[0].append(entries);
    await dieBehind(4, 6);
    const others = buildEntries(2);
    await pair.stores[1].append(others);
    await pair.stores[0].append(entries);
    expect(await faults()).toEqual([]);
    expect((await kept()).map(({ id }) => id)).toEqual(
      [...entries.slice(0, 6), ...others, ...entries.slice(6)].map(({ id }) => id),
    );
  });
});

describe('a writer that stood still before it wrote its batch', () => {
  /** Appends `entries` as an instance would that does not get to writing them before `meanwhile` is over. */
  async function appendAfter(meanwhile: () => Promise<unknown>, entries: NewEntry[]): Promise<void> {
    const slow = await pair.database.connect();
    const collections = auditCollections(slow);
    const insert = collections.entries.insertMany.bind(collections.entries);
    collections.entries.insertMany = (async (...args: [never]) => {
      collections.entries.insertMany = insert;
      await meanwhile();
      return insert(...args);
    }) as typeof insert;
    await new Appender(collections).append(entries).finally(() => slow.close());
  }

  it('writes nothing where others wrote meanwhile, and all of it behind them', async () => {
    const [late, others] = [buildEntries(8), buildEntries(3)];
    await appendAfter(() => pair.stores[1].append(others), late);
    expect(await faults()).toEqual([]);
    expect((await kept()).map(({ id }) => id)).toEqual([...others, ...late].map(({ id }) => id));
  });

  it('and whose place was taken by one that died then is no stranger', async () => {
    const late = buildEntries(8);
    const die = () => Promise.reject(new Error('killed'));
    await appendAfter(() => expect(appendAfter(die, buildEntries(3))).rejects.toThrow('killed'), late);
    expect(await faults()).toEqual([]);
    await pair.stores[0].append(buildEntries(1));
    expect(await faults()).toEqual([]);
    expect(await kept()).toHaveLength(9);
  });
});

it('an entry that somebody else put behind the end stops the chain, and is shown', async () => {
  await pair.stores[0].append(buildEntries(3));
  const [row] = await kept();
  await pair.connection
    .collection<Kept>('entries')
    .insertOne({ ...row, _id: 4, id: 'stranger', hash: row?.hash ?? '' });
  await expect(pair.stores[0].append(buildEntries(1))).rejects.toThrow('does not go on behind its entry 3');
  expect(await faults()).toEqual([{ kind: 'ADDED', seq: 4, id: 'stranger' }]);
  await pair.connection.collection<Kept>('entries').deleteOne({ _id: 4 });
  await pair.stores[1].append(buildEntries(1));
  expect(await faults()).toEqual([]);
});

it('a trail whose head is gone is never begun anew', async () => {
  await pair.stores[0].append(buildEntries(3));
  await pair.connection.collection('heads').deleteMany({});
  const store = await openAuditMongoStore(await pair.database.connect(), pair.test.kit);
  await expect(store.append(buildEntries(1))).rejects.toThrow('the head of the audit trail is gone');
  await store.close();
});
