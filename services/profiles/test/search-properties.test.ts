import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { facetFields, type Observation, type Profile, ProfileFilter } from '@numscope/contracts';
import { join } from 'node:path';
import { openEmbeddedIndex } from '@numscope/adapters/embedded';
import type { IndexConditions, SearchIndex } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import * as fc from 'fast-check';
import { foldProfile } from '../src/domain/fold-profile.ts';
import { newestObservations } from '../src/domain/newest-observations.ts';
import { indexDocument } from '../src/search/index-document.ts';
import { searchConditions } from '../src/queries/search-conditions.ts';
import { countUpTo } from '../src/search/index-query.ts';
import { observations } from './arbitraries.ts';
import { NaiveIndex } from './naive-index.ts';
import { isHit } from './search-model.ts';

const PEOPLE = 60;
const jobsOf = (place: number) => (place % 3 === 0 ? [] : [{ id: `job-${place % 4}`, number: 10 + (place % 4) }]);

/** The same people in each run, made by the generator of observations. */
const lists: Observation[][] = fc.sample(observations, { numRuns: PEOPLE, seed: 7 });
const people: Profile[] = lists.map((list, place) =>
  foldProfile(
    {
      id: `p${place}`,
      phone: `+99890${String(place * 7919).padStart(7, '0')}`,
      createdTimestamp: 0,
      jobs: jobsOf(place),
    },
    newestObservations([], list),
  ),
);

const networks = people.flatMap(({ socialNetworks }) =>
  socialNetworks.map(({ socialNetwork }) => socialNetwork.toUpperCase()),
);
const store = { jobsMergedInto: async () => ({}) };

const fieldFilter = (value: fc.Arbitrary<string>) =>
  fc.option(
    fc.record(
      {
        values: fc.array(value, { maxLength: 3 }),
        and: fc.boolean(),
        not: fc.array(value, { maxLength: 2 }),
      },
      { requiredKeys: ['values', 'and'] },
    ),
    { nil: undefined },
  );

const filters = fc
  .record({
    name: fieldFilter(
      fc.constantFrom(
        'anvar',
        'Анв',
        'Karimov anv',
        'otkir',
        "O'tkir jos",
        'jose',
        'ka',
        '!!!',
        'nobody',
        'Дмитри',
        'k',
        'Dmitriy Zhukovski',
      ),
    ),
    phone: fieldFilter(
      fc.constantFrom('+99890', '99890000', '+998 90 011', '+1', 'x', '9989000', '7916', '998 90 111-22'),
    ),
    email: fieldFilter(fc.constantFrom('a@', 'B@EXAMPLE.org', 'c', 'a@example.com')),
    socialNetwork: fieldFilter(
      fc.constantFrom('FB', 'facebook', 'GPLUS', 'GOOGLE_PLUS', 'TELEGRAM', 'tele', 'OWN_NET', 'OWN', '1', 'anv'),
    ),
    images: fieldFilter(fc.constantFrom('a'.repeat(64), 'B'.repeat(64), 'd'.repeat(64))),
    address: fieldFilter(fc.constantFrom('toshkent', 'Ташк', 'tas', 'to', 'anvar', '!')),
    birthDate: fieldFilter(fc.constantFrom('1990', '1990-03-05', '05.03.1990', '1990-03', '5 марта 1990', '1991')),
    work: fieldFilter(fc.constantFrom('karimov', 'Кар', 'a', 'anvar karimov', 'navoi', 'Khu')),
    school: fieldFilter(fc.constantFrom('anvar', 'TATU')),
    country: fieldFilter(fc.constantFrom('UZ', 'uz', 'KZ')),
    source: fieldFilter(fc.constantFrom('VIBER', 'telegram', 'NOBODY')),
    lineType: fieldFilter(fc.constantFrom('MOBILE', 'voip', 'FIXED_LINE')),
    city: fieldFilter(fc.constantFrom('toshkent', 'Ташкент', 'anvar', '!', 'tashkent city')),
    confidence: fieldFilter(fc.constantFrom('HIGH', 'MEDIUM', 'LOW')),
    carrier: fieldFilter(fc.constantFrom('beeline', 'UCELL', 'bee')),
    jobId: fieldFilter(fc.constantFrom('job-1', '11', 'job-2', '1', '13')),
  })
  .map((given) => ProfileFilter.parse({ filters: given }).filters);

describe('a search filter', () => {
  const dir = tempDir();
  const indexes: SearchIndex[] = [new NaiveIndex()];

  beforeAll(async () => {
    indexes.push(await openEmbeddedIndex({ path: join(dir.path, 'search.sqlite') }));
    const documents = people.map((profile, place) => indexDocument(profile, 1, jobsOf(place)));
    for (const index of indexes) await index.upsert(documents);
  });
  afterAll(async () => {
    for (const index of indexes) await index.close();
    dir.remove();
  });

  it('finds exactly the profiles that the written rules let through, in every index', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (given) => {
        const expected = people
          .filter((profile, place) =>
            isHit(
              profile,
              jobsOf(place).map(({ id }) => id),
              networks,
              given,
            ),
          )
          .map(({ phone }) => phone);
        for (const index of indexes) {
          const conditions = await searchConditions(store, index, given);
          const hits =
            conditions &&
            (await index.search({ ...conditions, offset: 0, limit: PEOPLE, countUpTo: countUpTo(given) }));
          expect([...(hits?.phones ?? [])].sort()).toEqual(expected.sort());
          expect(hits?.total ?? 0).toBe(expected.length);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('counts of each value as many as the search with that value finds, in every index', async () => {
    const totalOf = async (index: SearchIndex, given: ProfileFilter['filters'], more: IndexConditions) => {
      const asked = await searchConditions(store, index, given);
      if (asked === null) throw new Error('a value that was counted is no filter');
      const must = [...more.must, ...asked.must];
      return (await index.search({ ...more, must, offset: 0, limit: 0, countUpTo: null })).total;
    };
    let counted = 0;
    await fc.assert(
      fc.asyncProperty(filters, async (given) => {
        const conditions = await searchConditions(store, indexes[0]!, given);
        if (conditions === null) return;
        const found = await Promise.all(indexes.map((index) => index.facets(conditions, 1000)));
        expect(found.slice(1)).toEqual(found.slice(1).map(() => found[0]));
        for (const index of indexes)
          for (const field of facetFields)
            for (const { value, documents } of found[0]?.[field] ?? []) {
              const one = ProfileFilter.parse({ filters: { [field]: { values: [value], and: true } } }).filters;
              expect({ field, value, documents: await totalOf(index, one, conditions) }).toEqual({
                field,
                value,
                documents,
              });
              counted++;
            }
      }),
      // Chance alone may draw filters that find next to nobody; without a filter everybody is counted.
      { numRuns: 60, examples: [[{}]] },
    );
    expect(counted).toBeGreaterThan(40);
  });
});
