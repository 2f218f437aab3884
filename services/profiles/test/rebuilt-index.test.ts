import { join } from 'node:path';
import { openEmbeddedIndex } from '@numscope/adapters/embedded';
import { phoneOf, type SearchIndex } from '@numscope/platform';
import { createTestKit, phoneResolvedEvent, type TestKit } from '@numscope/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { mendIndex, type Records, rebuildIndex } from '../src/commands/rebuild-index.ts';
import type { ProfileStore } from '../src/store/profile-store.port.ts';
import { keysAfter } from '../src/store/sqlite/order-of-phones.ts';
import { NaiveIndex } from './naive-index.ts';
import { foundPhone, openStore } from './setup.ts';

const AT = 1_750_000_000_000;
/** Of ten to thirteen digits, so that their order as numbers is another than that of their texts. */
const PHONES = [
  '+1202555014',
  '+12025550143',
  '+380501234567',
  '+380501234568',
  '+3805012345671',
  '+79161234567',
  '+79161234568',
  '+998901234567',
  '+998901234568',
  '+99890123456',
  '+9989012345678',
];
const IN_ORDER = PHONES.toSorted();
const never = new AbortController().signal;

describe('an index that is made anew from numbers of different lengths', () => {
  let test: TestKit;
  let store: ProfileStore;
  beforeEach(async () => {
    test = await createTestKit('profiles');
    store = await openStore(test);
    const events = PHONES.map((phone) => phoneResolvedEvent(foundPhone(phone, { firstName: 'Anvar' })));
    const work = await store.absorb(
      events.map(({ json }) => json),
      AT,
    );
    if (work) await store.finishWork(work.id);
  });
  afterEach(async () => {
    await store.close();
    await test.close();
  });

  const openIndex = (): Promise<SearchIndex> => openEmbeddedIndex({ path: join(test.dir, 'index.sqlite') });
  const found = async (index: SearchIndex): Promise<string[]> =>
    (await index.search({ must: [], should: [], offset: 0, limit: 100, countUpTo: null })).phones;

  it('is read from the records in order of phones, each once, however many at a time', async () => {
    for (const limit of [1, 2, 3, 100]) {
      const read: string[] = [];
      let slice = await store.documentsAfter(null, limit);
      for (; slice.length > 0; slice = await store.documentsAfter(read.at(-1) ?? null, limit)) {
        expect(slice.length).toBeLessThanOrEqual(limit);
        read.push(...slice.map(phoneOf));
      }
      expect(read).toEqual(IN_ORDER);
    }
    expect((await store.documentsAfter('+380501', 3)).map(phoneOf)).toEqual(IN_ORDER.slice(2, 5));
    expect(await store.documentsAfter('+998901234568', 3)).toEqual([]);
  });

  it('holds all of them, also where it had lost some or had those of nobody', async () => {
    const index = await openIndex();
    const slicedBy = (limit: number): Records => ({
      count: () => store.count(),
      documents: (phones) => store.documents(phones),
      revisions: (phones) => store.revisions(phones),
      documentsAfter: (phone) => store.documentsAfter(phone, limit),
    });
    for (const limit of [2, 3, 5, 500]) {
      expect(await rebuildIndex(slicedBy(limit), index, test.kit.log, never)).toBe(true);
      expect(await found(index)).toEqual(IN_ORDER);
      await index.remove(PHONES.slice(2, 7));
      const [ghost] = await store.documents(PHONES.slice(0, 1));
      await index.upsert([(ghost ?? '').replace('+1202555014', '+7916123')]);
    }
    await mendIndex(store, index, test.kit.log, never);
    expect(await found(index)).toEqual(IN_ORDER);
    await index.close();
  });

  it('is looked at again after it was made anew, and made anew once more where it is not whole', async () => {
    let rebuilds = 0;
    /** Loses an entry in as many rebuilds as are told. */
    class LosingIndex extends NaiveIndex {
      readonly #losing: number;
      constructor(losing: number) {
        super();
        this.#losing = losing;
      }
      override async rebuild(...given: Parameters<NaiveIndex['rebuild']>): Promise<boolean> {
        const done = await super.rebuild(...given);
        if (++rebuilds <= this.#losing) this.documents.delete(PHONES[0] ?? '');
        return done;
      }
    }
    const once = new LosingIndex(1);
    await mendIndex(store, once, test.kit.log, never);
    expect([rebuilds, await found(once)]).toEqual([2, IN_ORDER]);
    rebuilds = 0;
    await mendIndex(store, new LosingIndex(Number.POSITIVE_INFINITY), test.kit.log, never);
    expect(rebuilds).toBe(2);
  });
});

it('numbers of each length that come after another lie between two keys', () => {
  const phone = fc.stringMatching(/^\+[1-9][019]{0,4}$/);
  fc.assert(
    fc.property(fc.option(phone), phone, (after, one) => {
      const [from, below] = keysAfter(after, one.length - 1);
      const key = Number(one.slice(1));
      expect(key >= from && key < below).toBe(after === null || one > after);
    }),
  );
});
