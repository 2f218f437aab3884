import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { type IndexConditions, type IndexDocument, type IndexMatch, packDocument } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import { IndexModel } from '@numscope/testing/suites';
import { expressionOf } from '../src/embedded/search/match-expression.ts';
import { indexMigrations } from '../src/embedded/search/index-schema.ts';
import { idOfPhone } from '../src/phone-order.ts';
import { indexReader } from '../src/embedded/search/index-reader.ts';
import { indexWriter } from '../src/embedded/search/index-writer.ts';
import { addBit, noBits } from '../src/embedded/search/bits.ts';
import { partlyKnownPage } from '../src/embedded/search/partly-known-page.ts';
import { OrderedIds } from '../src/embedded/search/ordered-ids.ts';
import { OrderReader } from '../src/embedded/search/order-reader.ts';
import { SetMaker, type SetMakerOptions } from '../src/embedded/search/set-maker.ts';
import { SortOrders } from '../src/embedded/search/sort-orders.ts';
import { SortedPlaces } from '../src/embedded/search/sorted-places.ts';
import { type KeySort, sortKeys } from '../src/embedded/search/sort-keys.ts';
import { TermSets } from '../src/embedded/search/term-sets.ts';
import { type DatabaseSync, openDatabase } from '../src/sqlite/index.ts';
import { linksInOneThread } from './linked-sets.ts';

const QUIET_MS = 2000;
const OFTEN_ENOUGH = 6;
const TOLD_EACH_MS = 1000;
const phones = Array.from({ length: 500 }, (_none, n) => `+99890${1_000_000 + ((n * 7919) % 1_000_003)}`);
const documents: IndexDocument[] = phones.map((phone, n) => ({
  phone,
  revision: 1,
  terms: { job: ['1'], name: [`first${n % 3}`, `last${n % 7}`], country: n % 50 === 0 ? ['us'] : ['uz'] },
  sort: { name: `${'zyx'[n % 3]}${n % 41}`, timestamp: (n * 17) % 499, confidence: (n % 5) / 5 },
}));
const one = (field: IndexMatch['field'], ...all: string[]): IndexMatch => ({ field, all, prefix: false });
const conditions: ReadonlyArray<IndexConditions> = [
  { must: [[one('name', 'first1', 'last2')], [one('job', '1')]], should: [] },
  { must: [[one('job', '1')], [one('country', 'us'), one('name', 'first0', 'last5')]], should: [] },
  {
    must: [[{ field: 'name', all: ['first2', 'last'], prefix: true }]],
    should: [[one('country', 'uz')], [one('country', 'us')]],
  },
  { must: [[one('name', 'first1', 'nobody')]], should: [] },
];
const pages = [
  { offset: 0, limit: 15 },
  { offset: 7, limit: 3 },
  { offset: 480, limit: 100 },
];
const orders = (['phone', 'name', 'timestamp', 'confidence'] as const).flatMap((field) =>
  (['ASC', 'DESC'] as const).map((direction) => ({ field, direction })),
);
const keySorts = sortKeys.flatMap((field) => (['ASC', 'DESC'] as const).map((direction) => ({ field, direction })));

let dir: ReturnType<typeof tempDir>;
let db: DatabaseSync;
let model: IndexModel;
beforeEach(() => {
  dir = tempDir();
  db = openDatabase({ path: join(dir.path, 'index.sqlite'), migrations: indexMigrations });
  model = new IndexModel();
  indexWriter(db).upsert(documents.map(packDocument));
  model.upsert(documents.map(packDocument));
});
afterEach(() => {
  db.close();
  dir.remove();
});

const conditionsOf = (asked: IndexConditions) => {
  const expression = expressionOf(asked);
  if (typeof expression === 'string' || expression.conditions === null)
    throw new Error('the conditions ask for something, and exclude nothing');
  return expression.conditions;
};

const changes = (): number => Number(db.prepare(`SELECT value FROM totals WHERE name = 'changes'`).get()?.['value']);

/** Sets whose making goes on only when told to, and those who read by them. */
function setsByHand(options: SetMakerOptions = {}) {
  const slices: Array<() => void> = [];
  const clock = { ms: 0, tick: 0 };
  const link = linksInOneThread();
  const rhythm = { now: () => (clock.ms += clock.tick), later: (slice: () => void) => void slices.push(slice) };
  new SetMaker(db, link(), { rhythm, ...options }).begin();
  let told = 0;
  const reading = (): TermSets => new TermSets(db, link(), 0, () => (told += TOLD_EACH_MS));
  const sets = reading();
  /** After how many changes the ids were read. */
  let madeAt = Number.NaN;
  link().hear((message) => {
    if (message.kind === 'ids') madeAt = message.changes;
  });
  const sorted = (asked: IndexConditions, sort: KeySort, page: { offset: number; limit: number }) => {
    const slice = { sort, ...page };
    return sets.sortedHits({ match: JSON.stringify(asked), conditions: conditionsOf(asked) }, changes(), slice);
  };
  const ask = (asked: IndexConditions) =>
    sets.hits(conditionsOf(asked), changes(), { direction: 'ASC', limit: 1000, offset: 0 });
  return {
    clock,
    madeAt: () => madeAt,
    reading,
    sets,
    /** Goes on by one slice. @returns whether there was one */
    goOn(): boolean {
      const slice = slices.shift();
      slice?.();
      return slice !== undefined;
    },
    ask,
    /** A search looks at as many changed documents as it has time for, one at least; the next goes on. */
    askAgainAndAgain(asked: IndexConditions) {
      let found = ask(asked);
      for (let time = 0; time < phones.length && !found; time++) found = ask(asked);
      return found;
    },
    sorted,
    makeOrders(): void {
      for (const sort of keySorts)
        for (let time = 0; time < OFTEN_ENOUGH; time++)
          for (const asked of conditions) sorted(asked, sort, { offset: 0, limit: 1 });
      this.finish();
    },
    known: (asked: IndexConditions) => sets.knownHits(conditionsOf(asked), changes()),
    partly: (asked: IndexConditions) => sets.partly(conditionsOf(asked), changes()),
    finish(): void {
      while (this.goOn());
    },
    makeFor(asked: (typeof conditions)[number]): void {
      for (let time = 0; time < OFTEN_ENOUGH; time++) ask(asked);
      this.finish();
    },
  };
}
const expected = (asked: (typeof conditions)[number]) => {
  const ids = model.phones(asked).map(idOfPhone);
  return { ids, found: ids.length };
};

it('makes sets only of what is asked for again and again, and then answers from them', () => {
  const sets = setsByHand();
  const [asked] = conditions;
  if (!asked) throw new Error('there are conditions');
  expect(sets.ask(asked)).toBeNull();
  sets.finish();
  expect(sets.ask(asked)).toBeNull();
  sets.makeFor(asked);
  expect(sets.ask(asked)).toEqual(expected(asked));
  expect(expected(asked).found).toBeGreaterThan(15);
});

it('goes on answering when documents change, come and go, also in the middle of the making', () => {
  const sets = setsByHand({ sliceRows: 50 });
  const [asked] = conditions;
  if (!asked) throw new Error('there are conditions');
  const [first = '', second = '', third = ''] = model.phones(asked);
  const change = (gone: string, changed: string, come: string): void => {
    indexWriter(db).remove([idOfPhone(gone)]);
    model.remove([gone]);
    const terms = { job: ['1'], name: ['first1', 'last2'] };
    const put = [
      { phone: changed, terms: { name: ['nobody'] } },
      { phone: come, terms },
    ];
    const packed = put.map((one) =>
      packDocument({ ...one, revision: 3, sort: { name: 'a', timestamp: 0, confidence: 0 } }),
    );
    indexWriter(db).upsert(packed);
    model.upsert(packed);
  };
  for (let time = 0; time < OFTEN_ENOUGH; time++) sets.ask(asked);
  for (let slice = 0; slice < 15; slice++) sets.goOn();
  change(first, second, '+1200');
  sets.finish();
  expect(sets.askAgainAndAgain(asked)).toEqual(expected(asked));
  change(third, '+1200', '+99999');
  expect(sets.askAgainAndAgain(asked)).toEqual(expected(asked));
  expect(expected(asked).found).toBeGreaterThan(15);
});

it('makes all anew when too many documents have changed to be looked at, or which is not known any more', () => {
  const sets = setsByHand();
  const [asked] = conditions;
  if (!asked) throw new Error('there are conditions');
  sets.makeFor(asked);
  expect(sets.ask(asked)).toEqual(expected(asked));
  indexWriter(db).scrub();
  expect(db.prepare('SELECT count(*) AS n FROM changed').get()).toEqual({ n: 0 });
  expect(sets.ask(asked)).toBeNull();
  sets.finish();
  expect(sets.ask(asked)).toEqual(expected(asked));
  indexWriter(db).remove([idOfPhone(phones[0] ?? '')]);
  db.exec('DELETE FROM changed');
  expect(sets.ask(asked)).toBeNull();
});

it('rests before it makes all anew, so that a job does not compete with it all the time', () => {
  const sets = setsByHand();
  const [asked] = conditions;
  if (!asked) throw new Error('there are conditions');
  sets.clock.tick = 1000;
  sets.makeFor(asked);
  sets.clock.tick = 0;
  expect(sets.ask(asked)).toEqual(expected(asked));
  indexWriter(db).scrub();
  sets.makeFor(asked);
  expect(sets.ask(asked)).toBeNull();
  sets.clock.ms += 60_000;
  sets.makeFor(asked);
  expect(sets.ask(asked)).toEqual(expected(asked));
});

it('knows what was made before it began to read', () => {
  const sets = setsByHand();
  const [asked] = conditions;
  if (!asked) throw new Error('there are conditions');
  sets.makeFor(asked);
  sets.makeOrders();
  const later = sets.reading();
  const slice = { direction: 'ASC', limit: 1000, offset: 0 } as const;
  expect(later.hits(conditionsOf(asked), changes(), slice)).toEqual(expected(asked));
  const sought = { match: 'asked', conditions: conditionsOf(asked) };
  const sort = { field: 'name', direction: 'ASC' } as const;
  expect(later.sortedHits(sought, changes(), { sort, offset: 0, limit: 1000 })?.found).toBe(expected(asked).found);
});

it('tells of each document whether it is a hit, of one term too', () => {
  const sets = setsByHand();
  const asked = { must: [[one('country', 'us')]], should: [] };
  const hits = new Set(model.phones(asked));
  for (let time = 0; time < OFTEN_ENOUGH; time++) expect(sets.known(asked)).toBeNull();
  sets.finish();
  const known = sets.known(asked);
  expect(known?.found).toBe(hits.size);
  expect(phones.filter((phone) => known?.has(idOfPhone(phone)))).toEqual(phones.filter((phone) => hits.has(phone)));
});

it('tells which hits of terms without sets fit the terms with sets', () => {
  const sets = setsByHand();
  const [common, rare] = [[one('country', 'us')], [one('name', 'first1')]];
  const both = { must: [common, rare], should: [] };
  expect(sets.partly(both)).toBeNull();
  sets.makeFor({ must: [common, [one('job', '1')]], should: [] });
  const partly = sets.partly(both);
  expect(partly?.rest).toEqual(conditionsOf({ must: [rare], should: [] }));
  const hits = model.phones({ must: [rare], should: [] }).map(idOfPhone);
  expect(partly?.fitting(hits)).toEqual(expected(both).ids);
  // What is asked for in parts, one after the other, is told as well.
  const again = sets.partly(both);
  expect([...(again?.fitting(hits.slice(0, 20)) ?? []), ...(again?.fitting(hits.slice(20)) ?? [])]).toEqual(
    expected(both).ids,
  );
  sets.makeFor(both);
  expect(sets.partly(both)).toBeNull();
});

it('asks sets of 20,000 hits after the other, until there are enough, and of no more than 200,000', () => {
  const asked: Array<[string, number]> = [];
  const every = (step: number, total: number) => {
    const partly = {
      rest: [[['"a"', '"b"'], ['"c"']]],
      fitting: (ids: readonly number[]) => ids.filter((id) => id % step === 0),
    };
    asked.length = 0;
    return (limit: number, offset: number, most: number) =>
      partlyKnownPage(
        partly,
        (match, after, count) => {
          asked.push([match, after]);
          return Array.from({ length: Math.min(count, total - after) }, (_none, place) => after + place + 1);
        },
        { limit, offset },
        most,
      );
  };
  expect(every(1000, 50_000)(2, 1, Infinity)).toEqual({ ids: [2000, 3000], found: 50, whole: true });
  expect(asked).toEqual([0, 20_000, 40_000].map((after) => ['(("a" AND "b") OR "c")', after]));
  expect(every(1000, 50_000)(2, 1, 10)).toEqual({ ids: [2000, 3000], found: 20, whole: false });
  expect(every(1000, 50_000)(5, 18, 10)).toMatchObject({ ids: [19, 20, 21, 22, 23].map((n) => n * 1000), found: 40 });
  expect(every(100_000, 1_000_000)(15, 0, 10)).toBeNull();
  expect(asked).toHaveLength(10);
});

it('keeps the sets of the longest lists where there is no room for all, and makes no other one again and again', () => {
  const GROUPS = 160;
  const grouped = documents.map((document, n) =>
    packDocument({ ...document, revision: 2, terms: { job: ['1'], name: [`group${n % GROUPS}`] } }),
  );
  indexWriter(db).upsert(grouped);
  const sets = setsByHand({ leastBytes: 0 });
  const all = { must: [[one('job', '1')]], should: [] };
  const groups = Array.from({ length: GROUPS }, (_none, n) => ({ must: [[one('name', `group${n}`)]], should: [] }));
  const made = (): number => groups.filter((group) => sets.known(group) !== null).length;
  for (let time = 0; time < OFTEN_ENOUGH; time++) for (const asked of [all, ...groups]) sets.known(asked);
  sets.finish();
  expect(sets.known(all)?.found).toBe(documents.length);
  const room = made();
  expect([room > 0, room < GROUPS]).toEqual([true, true]);
  const before = groups.map((group) => sets.known(group)?.found);
  for (let time = 0; time < OFTEN_ENOUGH; time++) for (const group of groups) sets.known(group);
  sets.finish();
  expect(groups.map((group) => sets.known(group)?.found)).toEqual(before);
});

it('keeps the orders that are asked for, and finds any page of few and of many hits in them', () => {
  const sets = setsByHand();
  for (const asked of conditions)
    for (const sort of keySorts) expect(sets.sorted(asked, sort, { offset: 0, limit: 15 })).toBeNull();
  sets.makeOrders();
  const rare = { must: [[one('country', 'us')], [one('name', 'first1')]], should: [] };
  for (const asked of [...conditions, rare])
    for (const sort of keySorts)
      // Back and forth: a page may have been passed before, or not yet.
      for (const page of [...pages, ...pages.toReversed()]) {
        const { phones: hits, total } = model.search({ ...asked, ...page, sort, countUpTo: null });
        expect(sets.sorted(asked, sort, page)).toEqual({ ids: hits.map(idOfPhone), found: total });
      }
});

it('reads an order slice by slice, however many documents are alike in it', () => {
  const sorted = documents.toSorted((a, b) => idOfPhone(a.phone) - idOfPhone(b.phone));
  const ids = OrderedIds.withRoom(sorted.length);
  ids.push(sorted.map(({ phone }) => idOfPhone(phone)));
  const all = noBits(sorted.length);
  for (let place = 0; place < sorted.length; place++) addBit(all, place);
  for (const sliceRows of [1, 7, 100, 1000]) {
    const reader = new OrderReader(db, sliceRows);
    const made = new SortOrders(db);
    for (const sort of keySorts) {
      const places = SortedPlaces.withRoom(sorted.length);
      while (reader.read(sort.field, places, ids));
      made.put(sort.field, places);
      const { phones: hits } = model.search({ must: [], should: [], sort, offset: 0, limit: 1000, countUpTo: null });
      expect(made.page('all', { sort, offset: 0, limit: 1000 }, ids, () => all).ids).toEqual(hits.map(idOfPhone));
    }
  }
});

it('forgets orders and what was found in them when a document changes', () => {
  const sets = setsByHand();
  const [asked] = conditions;
  if (!asked) throw new Error('there are conditions');
  const sort = { field: 'name', direction: 'DESC' } as const;
  const page = { offset: 0, limit: 15 };
  sets.makeOrders();
  expect(sets.sorted(asked, sort, page)?.ids).toHaveLength(15);
  const changed = model.phones(asked).map((phone) => ({ phone, revision: 2, terms: { name: ['other'] } }));
  const packed = changed.map((document) =>
    packDocument({ ...document, sort: { name: 'a', timestamp: 0, confidence: 0 } }),
  );
  indexWriter(db).upsert(packed);
  model.upsert(packed);
  expect(sets.sorted(asked, sort, page)).toBeNull();
  sets.clock.ms += QUIET_MS;
  sets.makeOrders();
  const { phones: hits, total } = model.search({
    must: [[one('job', '1')]],
    should: [],
    ...page,
    sort,
    countUpTo: null,
  });
  expect(sets.sorted(asked, sort, page)).toEqual({ ids: [], found: 0 });
  expect(sets.sorted({ must: [[one('job', '1')]], should: [] }, sort, page)).toEqual({
    ids: hits.map(idOfPhone),
    found: total,
  });
});

it('leaves pages far behind to others', () => {
  const sets = setsByHand();
  const [asked] = conditions;
  if (!asked) throw new Error('there are conditions');
  sets.makeOrders();
  const sort = { field: 'timestamp', direction: 'ASC' } as const;
  expect(sets.sorted(asked, sort, { offset: 9985, limit: 15 })?.ids).toEqual([]);
  expect(sets.sorted(asked, sort, { offset: 9986, limit: 15 })).toBeNull();
});

it('gives a reader the same pages and totals where only common terms have sets', () => {
  const sets = setsByHand();
  const reader = indexReader(db, sets.sets);
  const search = (asked: IndexConditions, page: { offset: number; limit: number }, countUpTo: number | null) =>
    reader.search({ expression: expressionOf(asked), ...page, countUpTo });
  const common = { must: [[one('job', '1')], [one('country', 'uz'), one('country', 'us')]], should: [] };
  // A page that is no small part of the hits: of plenty FTS5 finds it, and no set is asked.
  for (let time = 0; time < OFTEN_ENOUGH; time++) search(common, { offset: 0, limit: 100 }, null);
  sets.finish();
  for (const name of ['first0', 'first2', 'last3', 'nobody'])
    for (const country of ['uz', 'us'])
      for (const page of [...pages, { offset: 40, limit: 15 }])
        for (const countUpTo of [null, 5, 100]) {
          const asked = { must: [[one('name', name)], [one('country', country)], [one('job', '1')]], should: [] };
          const { phones: hits, ...totals } = model.search({ ...asked, ...page, countUpTo });
          expect(search(asked, page, countUpTo)).toEqual({ ids: hits.map(idOfPhone), ...totals });
        }
});

/** Some of the documents come, change or go; somebody asks; the making goes on. */
const step = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('put' as const),
      from: fc.nat(600),
      count: fc.integer({ min: 1, max: 40 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      from: fc.nat(600),
      count: fc.integer({ min: 1, max: 40 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      asked: fc.constantFrom(
        ...conditions,
        { must: [[one('country', 'uz')]], should: [] },
        { must: [[one('name', 'last3')], [one('job', '1')]], should: [] },
      ),
      page: fc.constantFrom(...pages),
      sort: fc.constantFrom(...orders),
      countUpTo: fc.constantFrom(null, 5, 40),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('make' as const), slices: fc.nat(200) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(100, QUIET_MS) }) },
);

it('gives a reader the same pages and totals before, while and after there are sets, and while documents change', () => {
  let bySets = 0;
  let amongChanges = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 60 }), fc.constantFrom(7, 100, 20_000), (steps, rows) => {
      const sets = setsByHand({ sliceRows: rows });
      const reader = indexReader(db, sets.sets);
      const writer = indexWriter(db);
      let revision = 10 + changes();
      const some = (from: number, count: number): string[] =>
        Array.from({ length: count }, (_none, n) => phones[from + n] ?? `+1${from + n}`);
      for (const one of steps) {
        if (one.kind === 'put') {
          const put = some(one.from, one.count).map((phone, n) => {
            const terms = {
              job: [String(n % 2)],
              name: [`first${(revision + n) % 3}`, `last${n % 7}`],
              country: ['uz'],
            };
            const sort = { name: `n${n % 5}`, timestamp: (revision * n) % 499, confidence: (n % 5) / 5 };
            return packDocument({ phone, revision: ++revision, terms, sort });
          });
          writer.upsert(put);
          model.upsert(put);
        } else if (one.kind === 'remove') {
          const gone = some(one.from, one.count);
          writer.remove(gone.map(idOfPhone));
          model.remove(gone);
        } else if (one.kind === 'make') for (let slice = 0; slice < one.slices; slice++) sets.goOn();
        else if (one.kind === 'wait') sets.clock.ms += one.ms;
        else {
          const { asked, page, sort, countUpTo } = one;
          const { phones: hits, ...totals } = model.search({ ...asked, ...page, sort, countUpTo });
          const expression = expressionOf(asked);
          for (let time = 0; time < OFTEN_ENOUGH; time++)
            expect(reader.search({ expression, ...page, order: sort, countUpTo })).toEqual({
              ids: hits.map(idOfPhone),
              ...totals,
            });
          const found = sets.ask(asked);
          if (found) expect(found).toEqual(expected(asked));
          if (found) bySets++;
          if (found && sets.madeAt() !== changes()) amongChanges++;
        }
      }
    }),
    { numRuns: 30 },
  );
  expect(bySets).toBeGreaterThan(0);
  expect(amongChanges).toBeGreaterThan(0);
});
