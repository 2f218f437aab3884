import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { openEmbeddedIndex } from '@numscope/adapters/embedded';
import { ProfileFilter } from '@numscope/contracts';
import type { IndexQuery, SearchIndex } from '@numscope/platform';
import { phoneResolvedEvent, tempDir } from '@numscope/testing';
import * as fc from 'fast-check';
import { indexConditions, orderOf } from '../src/search/index-query.ts';
import { type OwnProfilePages, pagesOf, type ProfilePages } from '../src/search/profile-pages.ts';
import { openProfilePages, openProfilesStore, type ProfileStore } from '../src/store/sqlite/index.ts';
import { contentOf, foundPhone } from './setup.ts';

const AT = 1_750_000_000_000;
const NAMES = ['Anvar Karimov', 'Анвар Юсупов', 'Dilnoza Yusupova', 'José Pérez'];
/** Of everybody the index knows; the store has lost the last of them. */
const PHONES = Array.from({ length: 24 }, (_none, place) => `+9989012345${String(place + 10)}`);
const LOST = PHONES.at(-1) ?? '';

const sorts = fc.option(
  fc.record({
    field: fc.constantFrom('phone', 'names', 'timestamp', 'confidence'),
    direction: fc.constantFrom('ASC', 'DESC'),
  }),
  { nil: undefined },
);
const queries = fc
  .record({
    name: fc.constantFrom('', 'anvar', 'yus', 'José', 'nobody'),
    sort: sorts,
    page: fc.nat(4),
    size: fc.integer({ min: 1, max: 30 }),
    countUpTo: fc.option(fc.integer({ min: 1, max: 30 })),
  })
  .map(({ name, sort, page, size, countUpTo }): IndexQuery => {
    const filter = ProfileFilter.parse({ filters: name ? { name: { values: [name], and: true } } : {}, sort });
    const order = orderOf(filter.sort, filter.filters);
    const conditions = indexConditions(filter.filters) ?? { must: [], should: [] };
    return { ...conditions, ...(order ? { sort: order } : {}), offset: page * size, limit: size, countUpTo };
  });

describe('pages that are found and read in one step', () => {
  const dir = tempDir();
  const indexPath = join(dir.path, 'index.sqlite');
  let store: ProfileStore;
  let index: SearchIndex;
  let oneStep: OwnProfilePages;
  let twoSteps: ProfilePages;

  beforeAll(async () => {
    index = await openEmbeddedIndex({ path: indexPath });
    store = await openProfilesStore({ dataDir: dir.path });
    const found = PHONES.map((phone, place) =>
      phoneResolvedEvent(
        foundPhone(phone, { names: [{ name: NAMES[place % NAMES.length] ?? '', type: 'FULL' }] }, { at: AT + place }),
      ),
    );
    await store.absorb(
      found.map(({ json }) => json),
      AT,
    );
    await index.upsert(await store.documents(PHONES));
    await store.remove(LOST, 'DELETED', null);
    oneStep = await openProfilePages({ dataDir: dir.path, indexPath });
    twoSteps = pagesOf(index, store);
  });
  afterAll(async () => {
    await oneStep.close();
    await store.close();
    await index.close();
    dir.remove();
  });

  const textOf = async (pages: ProfilePages, query: IndexQuery) =>
    new TextDecoder().decode(await pages.page(query, { page: query.offset / query.limit, size: query.limit }));

  it('are to the byte those that index and store give one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        expect(await textOf(oneStep, query)).toBe(await textOf(twoSteps, query));
      }),
      { numRuns: 100 },
    );
  });

  it('count what the index has, and leave out a hit whose profile is gone', async () => {
    const text = await textOf(oneStep, { must: [], should: [], offset: 20, limit: 10, countUpTo: 20 });
    expect(contentOf(text).map(({ phone }) => phone)).toEqual(PHONES.slice(20, -1));
    expect(JSON.parse(text)).toMatchObject({
      totalElements: 20,
      totalPages: 2,
      number: 2,
      size: 10,
      totalIsLowerBound: true,
    });
  });

  it('hold what was written since they were opened', async () => {
    const phone = '+998907654321';
    await store.absorb(
      [phoneResolvedEvent(foundPhone(phone, { names: [{ name: 'Otkir Usmonov', type: 'FULL' }] })).json],
      AT,
    );
    await index.upsert(await store.documents([phone]));
    const must = indexConditions({ name: { values: ['usmonov'], and: true } })?.must ?? [];
    const text = await textOf(oneStep, { must, should: [], offset: 0, limit: 5, countUpTo: null });
    expect(contentOf(text).map((profile) => profile.phone)).toEqual([phone]);
  });
});
