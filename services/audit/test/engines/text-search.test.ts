import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@numscope/platform';
import { createTestKit, testDatabase, type TestKit, testSearch } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import * as fc from 'fast-check';
import { readAuditFilter } from '../../src/domain/audit-filter.ts';
import type { NewEntry } from '../../src/domain/chain-link.ts';
import type { AuditStore } from '../../src/store/audit-store.port.ts';
import { openElasticTexts } from '../../src/store/elastic/audit-texts.ts';
import { openAuditMongoStore } from '../../src/store/mongo/index.ts';
import { buildRecord, setUp } from '../setup.ts';
import { phoneSuite } from '../phone-suite.ts';
import { searchSuite } from '../search-suite.ts';

const search = testSearch();
afterAll(() => search.dispose());

/** Searches that the index answered. */
let answered = 0;
/** How often it was begun anew. */
let emptied = 0;

/** @param sorted what fits more often than this is looked for by stretches of time */
async function openStore(test: TestKit, sorted?: number): Promise<AuditStore> {
  const texts = openElasticTexts({ ...search, sorted });
  const find = texts.search.bind(texts);
  texts.search = async (...asked) => {
    const found = await find(...asked);
    answered++;
    return found;
  };
  const empty = texts.empty.bind(texts);
  texts.empty = () => {
    emptied++;
    return empty();
  };
  return openAuditMongoStore(await (await testDatabase(test)).connect(), { ...test.kit, texts });
}

describe('searching through Elasticsearch', () => searchSuite(() => setUp(false, {}, undefined, openStore)));

describe('searching what fits often', () =>
  searchSuite(() => setUp(false, {}, undefined, (test) => openStore(test, 0))));

describe('a phone through Elasticsearch', () => phoneSuite(() => setUp(false, {}, undefined, openStore)));

describe('the index of texts', () => {
  let test: TestKit;
  let store: AuditStore;
  beforeEach(async () => {
    await search.dispose();
    test = await createTestKit('audit');
    store = await openStore(test);
  });

  const end = async (): Promise<void> => {
    await store.close();
    await test.close();
  };
  const entry = (details: string): NewEntry => ({ ...buildRecord({ details }), id: newId() });
  const found = async (text: string): Promise<string[]> => {
    const filter = { page: 0, size: 100, actionTypes: [], text };
    return (await store.search(readAuditFilter(filter, null), 0, 100)).entries.map(({ details }) => details);
  };
  /** As the index says it: a search waits for that no longer than a person would, and reads the trail itself then. */
  const foundByIndex = async (text: string): Promise<string[]> => {
    for (;;) {
      const before = answered;
      const details = await found(text);
      if (answered > before) return details;
    }
  };
  const inIndex = async (): Promise<number> => {
    const texts = openElasticTexts(search);
    const count = await texts.count(0, 1_000_000);
    await texts.close();
    return count;
  };

  it('has every text, by any part of it that is no matter how short', async () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), {
      minLength: 1,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(texts, fc.nat(), fc.integer({ min: 1, max: 6 }), async (details, at, length) => {
        await store.append(details.map(entry));
        const whole = details[at % details.length] ?? '';
        const letters = [...whole.toWellFormed()];
        const begin = at % letters.length;
        const part = letters.slice(begin, begin + length).join('');
        if (part.trim() === part && part !== '') expect(await found(part)).toContain(whole.toWellFormed());
      }),
      { numRuns: 25 },
    );
    await end();
  });

  it('finds pages of what fits often by either end of the time, also where they reach beyond all of it', async () => {
    const often = await openStore(test, 0);
    // Far from evenly in time, some at one moment.
    const times = [1, 1, 2, 500, 501, 501, 501, 502, 90_000, 90_001, 5_000_000];
    const entries = times.map((at, n) => ({
      ...buildRecord({ details: `often ${n}`, createdTimestamp: at }),
      id: newId(),
    }));
    await often.append(entries);
    const inOrder = entries.map(({ details }) => details);
    for (const direction of ['ASC', 'DESC'] as const) {
      const expected = direction === 'ASC' ? inOrder : inOrder.toReversed();
      for (const size of [1, 3, 4, 11, 12])
        for (let page = 0; page * size < 12; page++) {
          const sort = { field: 'createdTimestamp', direction } as const;
          const query = readAuditFilter({ page, size, actionTypes: [], text: 'often', sort }, null);
          const { entries: found, total } = await often.search(query, page * size, size);
          const here = expected.slice(page * size, (page + 1) * size);
          expect([total, found.map(({ details }) => details)]).toEqual([times.length, here]);
        }
    }
    await often.close();
    await end();
  });

  it('is filled anew when it was lost, and nothing is missed meanwhile', async () => {
    await store.append([entry('one by one'), entry('two by two')]);
    expect(await foundByIndex('by two')).toEqual(['two by two']);
    await search.dispose();
    expect(await found('by')).toEqual(['two by two', 'one by one']);
    expect(await foundByIndex('by')).toEqual(['two by two', 'one by one']);
    expect(await inIndex()).toBe(2);
    await end();
  });

  it('may be lost at any moment of a search: the trail itself answers then', async () => {
    const texts = openElasticTexts(search);
    const find = texts.search.bind(texts);
    let lost = 0;
    texts.search = async (...asked) => {
      if (lost++ === 0) await search.dispose();
      return find(...asked);
    };
    await store.close();
    store = await openAuditMongoStore(await (await testDatabase(test)).connect(), { ...test.kit, texts });
    await store.append([entry('one by one'), entry('two by two')]);
    const isLost = () => lost > 0;
    while (!isLost()) expect(await found('by')).toEqual(['two by two', 'one by one']);
    expect(await found('by')).toEqual(['two by two', 'one by one']);
    await end();
  });

  it('is filled on by any other instance where the one that filled it is gone for good', async () => {
    const connection = await (await testDatabase(test)).connect();
    const texts = openElasticTexts(search);
    const isIn = Promise.withResolvers<void>();
    // As if killed between its entries and the note that they are in: nothing of it goes on, and nothing is given back.
    texts.keepPlace = () => {
      isIn.resolve();
      return new Promise(() => undefined);
    };
    const killed = await openAuditMongoStore(connection, { ...test.kit, texts });
    await killed.append([entry('one by one'), entry('two by two')]);
    await isIn.promise;
    await texts.close();
    await connection.close();

    expect(await foundByIndex('by two')).toEqual(['two by two']);
    await store.append([entry('three by three')]);
    expect(await foundByIndex('by')).toEqual(['three by three', 'two by two', 'one by one']);
    expect(await inIndex()).toBe(3);
    await end();
  });

  it('never tells what the trail does not say', async () => {
    await store.append([entry('what was written')]);
    expect(await foundByIndex('was')).toEqual(['what was written']);
    const connection = await (await testDatabase(test)).connect();
    const changed = { details: 'what is there', detailsKey: 'what is there' };
    await connection.collection('entries').updateMany({}, { $set: changed });
    await connection.close();
    expect(await foundByIndex('was')).toEqual([]);
    expect(await found('is there')).toEqual(['what is there']);
    await end();
  });

  it('of another trail is made anew at the start', async () => {
    await store.append([entry('of the first trail'), entry('and its second')]);
    expect(await foundByIndex('first trail')).toHaveLength(1);
    await end();
    test = await createTestKit('audit');
    store = await openStore(test);
    await store.append([entry('of another trail')]);
    expect(await foundByIndex('trail')).toEqual(['of another trail']);
    expect(await inIndex()).toBe(1);
    await end();
  });

  it('stays where the trail itself lacks an entry, and is made anew where it lacks one of the trail', async () => {
    await store.append([entry('one by one'), entry('two by two'), entry('three by three')]);
    expect(await foundByIndex('by')).toHaveLength(3);
    const connection = await (await testDatabase(test)).connect();
    await connection.collection<{ _id: number }>('entries').deleteOne({ _id: 2 });
    await connection.close();
    const texts = openElasticTexts(search);
    await texts.remove([2]);
    const again = async (): Promise<number> => {
      const before = emptied;
      await store.close();
      store = await openStore(test);
      expect(await foundByIndex('three by')).toEqual(['three by three']);
      return emptied - before;
    };
    expect(await again()).toBe(0);
    await texts.remove([1]);
    expect(await again()).toBe(1);
    expect(await foundByIndex('by')).toEqual(['three by three', 'one by one']);
    await texts.close();
    await end();
  });

  it('forgets with the trail what the retention removes', async () => {
    await store.append([entry('old'), entry('older'), entry('young')]);
    expect(await foundByIndex('old')).toHaveLength(2);
    const connection = await (await testDatabase(test)).connect();
    const second = await connection.collection<{ _id: number; hash: string }>('entries').findOne({ _id: 2 });
    await connection.close();
    await store.beginBehind({ seq: 2, hash: second?.hash ?? '' });
    expect(await store.dropOld(10)).toBe(2);
    expect(await inIndex()).toBe(1);
    expect(await found('o')).toEqual(['young']);
    await end();
  });

  it('that takes no writes holds up no retention, and forgets later what is left in it', async () => {
    const connection = await (await testDatabase(test)).connect();
    const second = async () =>
      connection.collection<{ _id: number; hash: string }>('entries').findOne({ _id: 2 }, { projection: { hash: 1 } });
    const texts = openElasticTexts(search);
    const remove = texts.remove.bind(texts);
    let refused = 0;
    texts.remove = (places) => (refused++ < 3 ? Promise.reject(new Error('403 security_exception')) : remove(places));
    const refusing = await openAuditMongoStore(await (await testDatabase(test)).connect(), { ...test.kit, texts });
    await refusing.append([entry('old'), entry('older'), entry('young')]);
    expect(await foundByIndex('old')).toHaveLength(2);
    const filter = readAuditFilter({ page: 0, size: 10, actionTypes: [], text: 'old' }, null);
    expect((await refusing.search(filter, 0, 10)).total).toBe(2);
    await refusing.beginBehind({ seq: 2, hash: (await second())?.hash ?? '' });
    expect(await refusing.dropOld(10)).toBe(2);
    expect((await refusing.search(filter, 0, 10)).total).toBe(0);
    await askUntil(inIndex, (count) => count === 1);
    await refusing.close();
    await connection.close();
    await end();
  });

  it('that is away holds up neither appends nor searches', async () => {
    const connection = await (await testDatabase(test)).connect();
    const away = openElasticTexts({ url: 'http://127.0.0.1:1', prefix: search.prefix });
    const alone = await openAuditMongoStore(connection, { ...test.kit, texts: away });
    await alone.append([entry('all the same')]);
    const filter = { page: 0, size: 10, actionTypes: [], text: 'the same' };
    expect((await alone.search(readAuditFilter(filter, null), 0, 10)).total).toBe(1);
    await alone.close();
    await end();
  });
});
