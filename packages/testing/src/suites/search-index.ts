import { facetFields } from '@numscope/contracts/profile-fields';
import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  type IndexConditions,
  type IndexDocument,
  type IndexField,
  type IndexMatch,
  type IndexQuery,
  type PackedDocument,
  packDocument,
  phoneOf,
  type SearchIndex,
} from '@numscope/platform';
import * as fc from 'fast-check';
import { IndexModel } from './index-model.ts';
import { onStorage, type Storage } from '../around.ts';

const fields: IndexField[] = [
  'name',
  'phone',
  'email',
  'socialNetwork',
  'image',
  'job',
  'address',
  'birthDate',
  'work',
  'school',
  'country',
  'source',
  'lineType',
  'carrier',
  'city',
  'confidence',
];
const nothingElse = { should: [], offset: 0, limit: 100, countUpTo: 10_000 } as const;
const one = (field: IndexField, term: string, prefix = false): IndexMatch => ({ field, all: [term], prefix });

const phone = fc.stringMatching(/^\+[1-9][0-3]{1,4}$/);
/** Few words that often begin alike, and some with marks, capitals and other scripts. */
const term = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[ab]{1,8}$/) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'a@b.c',
      'a@b.cd',
      'i:12',
      'n:fb',
      'A',
      'a"b',
      "a'b*",
      'a b',
      'a_b',
      'ў',
      'ўя',
      '中文',
      'a\u{1f600}',
      '018f-00',
    ),
  },
);
const document: fc.Arbitrary<IndexDocument> = fc.record({
  phone,
  revision: fc.nat(3),
  terms: fc.dictionary(fc.constantFrom(...fields), fc.array(term, { maxLength: 3 }), {
    maxKeys: 4,
    noNullPrototype: true,
  }),
  facets: fc.dictionary(
    fc.constantFrom(...facetFields),
    fc.uniqueArray(fc.oneof(fc.constantFrom('uz', 'ru', 'a b', 'a,1', 'ў', '\u{1f600}', '\uffee'), term), {
      maxLength: 3,
    }),
    { maxKeys: 3, noNullPrototype: true },
  ),
  sort: fc.record({
    name: fc.stringMatching(/^[a-cўя]{0,4}$/),
    timestamp: fc.nat(4),
    confidence: fc.constantFrom(0, 0.25, 0.5, 1),
  }),
});
const match: fc.Arbitrary<IndexMatch> = fc.record({
  field: fc.constantFrom(...fields),
  all: fc.array(fc.oneof(term, fc.constantFrom('', 'a\u{1f600}'.slice(0, 2))), { maxLength: 2 }),
  prefix: fc.boolean(),
});
const asked = fc.record({
  must: fc.array(fc.array(match, { maxLength: 2 }), { maxLength: 2 }),
  should: fc.array(fc.array(match, { maxLength: 2 }), { maxLength: 2 }),
});
/** What is excluded is taken from something. */
const excluding = fc.record({
  asked,
  from: fc.record({
    field: fc.constantFrom(...fields),
    all: fc.array(term, { minLength: 1, maxLength: 1 }),
    prefix: fc.boolean(),
  }),
  not: fc.array(match, { minLength: 1, maxLength: 2 }),
});
const conditions: fc.Arbitrary<IndexConditions> = fc.oneof(
  asked,
  excluding.map(({ asked, from, not }) => ({ ...asked, must: [...asked.must, [from]], not })),
);
const direction = fc.constantFrom('ASC', 'DESC');
const sort: fc.Arbitrary<IndexQuery['sort']> = fc.option(
  fc.oneof(
    fc.record({ field: fc.constantFrom('phone', 'name', 'timestamp', 'confidence'), direction }),
    fc.record({ field: fc.constant('image'), terms: fc.array(term, { maxLength: 3 }), direction }),
  ),
  { nil: undefined },
);
const query: fc.Arbitrary<IndexQuery> = fc
  .record({ conditions, sort, offset: fc.nat(4), limit: fc.nat(10), countUpTo: fc.option(fc.nat(8)) })
  .map(({ conditions, sort, ...page }) => ({ ...conditions, ...page, ...(sort ? { sort } : {}) }));
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .array(document, { minLength: 1, maxLength: 8 })
      .map((documents) => ({ documents: documents.map(packDocument) })),
  },
  { weight: 1, arbitrary: fc.array(phone, { minLength: 1, maxLength: 4 }).map((phones) => ({ phones })) },
);

/** What every search index must do, by its port alone: the same as a loop over all documents. */
export function searchIndexSuite(name: string, create: () => Promise<Storage<SearchIndex>>): void {
  describe(`search index: ${name}`, () => {
    let index: SearchIndex;
    const reopen = onStorage('all', create, (opened) => (index = opened));
    const scanned = async (conditions: IndexConditions, slice = 3): Promise<string[][]> => {
      const slices: string[][] = [];
      for await (const phones of index.scan(conditions, slice)) slices.push(phones);
      return slices;
    };
    const clear = async (): Promise<void> => {
      for (const phones of await scanned({ must: [], should: [] }, 1000)) await index.remove(phones);
    };
    beforeEach(clear);
    const put = (phone: string, terms: IndexDocument['terms'], rest: Partial<IndexDocument> = {}): Promise<void> =>
      index.upsert([
        packDocument({ phone, revision: 1, terms, sort: { name: '', timestamp: 0, confidence: 0 }, ...rest }),
      ]);

    it('answers any query as a loop over all documents would', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 1, maxLength: 5 }),
          fc.array(query, { minLength: 1, maxLength: 8 }),
          async (steps, queries) => {
            await clear();
            const model = new IndexModel();
            for (const change of steps) {
              if ('documents' in change) {
                model.upsert(change.documents);
                await index.upsert(change.documents);
              } else {
                model.remove(change.phones);
                await index.remove(change.phones);
              }
            }
            expect(await index.count()).toBe(model.phones({ must: [], should: [] }).length);
            for (const asked of queries) {
              expect(await index.search(asked)).toEqual(model.search(asked));
              expect((await scanned(asked)).flat()).toEqual(model.phones(asked));
              expect(await index.facets(asked, 2)).toEqual(model.facets(asked, 2));
              expect(await index.facets(asked, 100)).toEqual(model.facets(asked, 100));
            }
          },
        ),
        // On a busy machine fewer of them, and at least one.
        { numRuns: 60, interruptAfterTimeLimit: 30_000 },
      );
    });

    it('finds a document as soon as it is put, by whole terms and by beginnings', async () => {
      await put('+998901234567', { name: ['anvar', 'karimov'], email: ['a.karimov@mail.example'] });
      await put('+998901234568', { name: ['anvarbek'] });
      const phones = async (match: IndexMatch): Promise<string[]> =>
        (await index.search({ ...nothingElse, must: [[match]] })).phones;
      expect(await phones(one('name', 'anvar'))).toEqual(['+998901234567']);
      expect(await phones(one('name', 'anv', true))).toEqual(['+998901234567', '+998901234568']);
      expect(await phones(one('name', 'anvarb', true))).toEqual(['+998901234568']);
      expect(await phones(one('email', 'a.karimov@', true))).toEqual(['+998901234567']);
      expect(await phones(one('phone', 'anvar', true))).toEqual([]);
      expect(await phones({ field: 'name', all: ['karimov', 'anv'], prefix: true })).toEqual(['+998901234567']);
    });

    it('finds each of many that differ in nothing but their numbers by its own, and by what they share', async () => {
      const numbers = Array.from({ length: 40 }, (_none, n) => `99890${100 + n}`);
      // Each has the number of its neighbour as well, and of some the own one is no term.
      await index.upsert(
        numbers.map((own, n) =>
          packDocument({
            phone: `+${own}`,
            revision: 1,
            terms: { phone: [...(n % 4 === 3 ? [] : [own]), numbers[n - (n % 2)] ?? ''], country: ['uz'] },
            sort: { name: '', timestamp: n, confidence: 0 },
          }),
        ),
      );
      const phones = async (match: IndexMatch): Promise<string[]> =>
        (await index.search({ ...nothingElse, limit: 100, must: [[match]] })).phones;
      for (const [n, own] of numbers.entries()) {
        const all = [n, n + 1].filter((other) => other - (other % 2) === n || (other === n && n % 4 !== 3));
        expect(await phones(one('phone', own))).toEqual(all.map((other) => `+${numbers[other]}`));
      }
      expect(await phones(one('country', 'uz'))).toEqual(numbers.map((own) => `+${own}`));
      expect(await phones(one('phone', '9989010', true))).toHaveLength(10);
    });

    it('leaves out what is excluded, of hits, counts, scans and facets alike', async () => {
      await put('+998901', { name: ['anvar'], country: ['uz'] }, { facets: { country: ['uz'] } });
      await put('+77011', { name: ['anvar'], country: ['kz'] }, { facets: { country: ['kz'] } });
      const asked = { must: [[one('name', 'anvar')]], should: [], not: [one('country', 'kz')] };
      const page = { offset: 0, limit: 10, countUpTo: 10 };
      expect(await index.search({ ...asked, ...page })).toEqual({
        phones: ['+998901'],
        total: 1,
        totalIsLowerBound: false,
      });
      expect((await scanned(asked)).flat()).toEqual(['+998901']);
      expect((await index.facets(asked, 5)).country).toEqual([{ value: 'uz', documents: 1 }]);
    });

    it('never lets an older revision replace a newer one, and lets the same one replace itself', async () => {
      await put('+99890', { name: ['new'] }, { revision: 5 });
      await put('+99890', { name: ['old'] }, { revision: 4 });
      expect((await index.search({ ...nothingElse, must: [[one('name', 'old')]] })).total).toBe(0);
      await put('+99890', { name: ['again'] }, { revision: 5 });
      expect((await index.search({ ...nothingElse, must: [[one('name', 'again')]] })).total).toBe(1);
      expect((await index.search({ ...nothingElse, must: [[one('name', 'new')]] })).total).toBe(0);
    });

    it('forgets a removed document, its revision too', async () => {
      await put('+99890', { job: ['1'] }, { revision: 9 });
      await index.remove(['+99890', '+99891']);
      expect(await index.count()).toBe(0);
      expect((await index.search({ ...nothingElse, must: [[one('job', '1')]] })).total).toBe(0);
      await put('+99890', { job: ['1'] }, { revision: 1 });
      expect((await index.search({ ...nothingElse, must: [[one('job', '1')]], countUpTo: null })).total).toBe(1);
    });

    it('counts up to the limit or to the end, and sorts and pages many hits right', async () => {
      const model = new IndexModel();
      const all = Array.from({ length: 11_000 }, (_none, n) =>
        packDocument({
          phone: `+99890${1_000_000 + ((n * 7919) % 1_000_003)}`,
          revision: 1,
          terms: {
            job: ['1'],
            name: n % 5 === 0 ? [`w${n}`] : ['karim', `w${n}`],
            country: n > 10_900 ? ['us'] : ['uz'],
            image: [`p${n % 7}`, `p${n % 400}`],
          },
          sort: { name: `${'zyxw'[n % 4]}${(n * 31) % 997}`, timestamp: (n * 17) % 5003, confidence: (n % 50) / 50 },
        }),
      );
      for (let at = 0; at < all.length; at += 1000) await index.upsert(all.slice(at, at + 1000));
      model.upsert(all);
      const job = { must: [[one('job', '1')]], should: [], offset: 0, limit: 15 };
      expect(await index.search({ ...job, countUpTo: null })).toEqual(model.search({ ...job, countUpTo: null }));
      const rare = { ...job, must: [[one('country', 'us')]] };
      const pages: Array<Omit<IndexQuery, 'sort'>> = [
        { ...job, countUpTo: 10_000 },
        { ...job, countUpTo: 10_000, limit: 4 },
        { ...job, must: [[one('name', 'karim')]], countUpTo: 10_000, offset: 1, limit: 2 },
        { ...job, countUpTo: 10_000, offset: 9985 },
        { ...job, must: [], countUpTo: 10_000, offset: 30 },
        { ...rare, countUpTo: 10_000, offset: 90 },
        {
          ...job,
          must: [[one('job', '1')], [one('name', 'kar', true), one('country', 'us')]],
          countUpTo: 100,
          offset: 200,
        },
      ];
      for (const page of pages) {
        for (const field of ['phone', 'name', 'timestamp', 'confidence'] as const) {
          for (const direction of ['ASC', 'DESC'] as const) {
            const asked = { ...page, sort: { field, direction } };
            expect(await index.search(asked)).toEqual(model.search(asked));
          }
        }
      }
      const pictures = Array.from({ length: 100 }, (_none, n) => `p${(n * 37) % 450}`);
      const pictured = { ...job, should: pictures.map((id) => [one('image', id)]), countUpTo: 10_000 };
      for (const page of [pictured, { ...pictured, offset: 9000 }, ...pages]) {
        for (const direction of ['ASC', 'DESC'] as const) {
          const asked = { ...page, sort: { field: 'image', terms: pictures, direction } as const };
          expect(await index.search(asked)).toEqual(model.search(asked));
        }
      }
      const slices = await scanned({ must: [[one('job', '1')]], should: [] }, 500);
      expect(slices.map((slice) => slice.length)).toEqual(Array.from({ length: 22 }, () => 500));
      expect(slices.flat()).toEqual(model.phones(job));
    });

    it('counts the values of many hits right, while they change and after what nobody has is gone', async () => {
      const model = new IndexModel();
      const documentOf = (n: number, city: string): PackedDocument =>
        packDocument({
          phone: `+99890${1_000_000 + n}`,
          revision: 1,
          terms: { job: ['1'], country: [n % 3 === 0 ? 'uz' : 'kz'], name: n % 7 === 0 ? ['rest'] : ['most'] },
          facets: { country: [n % 3 === 0 ? 'UZ' : 'KZ'], city: [city], source: ['VIBER', `S${n % 40}`], jobId: ['1'] },
          sort: { name: '', timestamp: n, confidence: 0 },
        });
      const all = Array.from({ length: 42_000 }, (_none, n) => documentOf(n, `city ${n % 601}`));
      for (let at = 0; at < all.length; at += 2000) await index.upsert(all.slice(at, at + 2000));
      model.upsert(all);
      const of = (...must: IndexMatch[]): IndexConditions => ({ must: must.map((match) => [match]), should: [] });
      const asked = [of(), of(one('job', '1')), of(one('name', 'mo', true)), of(one('country', 'uz'), one('job', '1'))];
      for (const most of [20, 1000])
        for (const conditions of [...asked, ...asked])
          expect(await index.facets(conditions, most)).toEqual(model.facets(conditions, most));
      const moved = [...all.slice(0, 500), ...all.slice(-500)].map((_document, n) => documentOf(n * 40, 'elsewhere'));
      const gone = all.slice(600, 1300).map(phoneOf);
      await index.upsert(moved);
      await index.remove(gone);
      model.upsert(moved);
      model.remove(gone);
      for (const conditions of asked) expect(await index.facets(conditions, 20)).toEqual(model.facets(conditions, 20));
      await clear();
      expect(await index.facets(of(), 20)).toEqual(new IndexModel().facets(of(), 20));
      expect(await index.facets(of(one('job', '1')), 20)).toEqual(await index.facets(of(one('job', 'none')), 20));
    });

    const job = (phone: string, revision: number, ...more: string[]): PackedDocument =>
      packDocument({
        phone,
        revision,
        terms: { job: ['1', ...more] },
        sort: { name: '', timestamp: 0, confidence: 0 },
      });
    const hitsOf = async (term: string): Promise<string[]> =>
      (await index.search({ ...nothingElse, must: [[one('job', term)]] })).phones;

    it('is rebuilt to what the records hold and what is written meanwhile, while searches miss nothing', async () => {
      await index.upsert([job('+11', 1), job('+12', 9, 'old'), job('+13', 1), job('+16', 1), job('+18', 1)]);
      async function* slices(): AsyncGenerator<PackedDocument[]> {
        expect(await hitsOf('1')).toEqual(['+11', '+12', '+13', '+16', '+18']);
        yield [job('+11', 1), job('+12', 1, 'new')];
        await index.upsert([job('+10', 1, 'meanwhile'), job('+15', 2, 'meanwhile')]);
        await index.remove(['+11', '+16']);
        expect(await hitsOf('meanwhile')).toEqual(['+10', '+15']);
        expect(await hitsOf('1')).toEqual(expect.arrayContaining(['+10', '+12', '+13', '+15']));
        yield [job('+13', 1), job('+15', 1)];
      }
      expect(await index.rebuild(slices())).toBe(true);
      expect(await hitsOf('1')).toEqual(['+10', '+12', '+13', '+15']);
      expect([await hitsOf('old'), await hitsOf('new'), await hitsOf('meanwhile')]).toEqual([
        [],
        ['+12'],
        ['+10', '+15'],
      ]);
      expect(await index.count()).toBe(4);
      await index.upsert([job('+12', 2, 'newer')]);
      expect(await hitsOf('newer')).toEqual(['+12']);
      expect(await index.isOutdated()).toBe(false);
    });

    it('is rebuilt from numbers of different lengths, which lie otherwise as numbers than as texts', async () => {
      const phones = ['+1202555014', '+12025550143', '+380501234567', '+79161234567', '+79161234568', '+99890123456'];
      await index.upsert(['+380501', '+7916', '+9989012345678'].map((phone) => job(phone, 1)));
      for (const size of [1, 2, 4]) {
        const slices = async function* (): AsyncGenerator<PackedDocument[]> {
          for (let at = 0; at < phones.length; at += size)
            yield phones.slice(at, at + size).map((phone) => job(phone, 1));
        };
        expect(await index.rebuild(slices())).toBe(true);
        expect([await hitsOf('1'), await index.count()]).toEqual([phones, phones.length]);
      }
    });

    it('is rebuilt by one at a time, and again after a rebuild that failed', async () => {
      await index.upsert([job('+11', 1)]);
      const unread = async function* (): AsyncGenerator<PackedDocument[]> {
        yield await Promise.reject<PackedDocument[]>(new Error('read in vain'));
      };
      const broken = async function* (): AsyncGenerator<PackedDocument[]> {
        yield [job('+11', 1)];
        expect(await index.rebuild(unread())).toBe(false);
        throw new Error('the records are away');
      };
      await expect(index.rebuild(broken())).rejects.toThrow('the records are away');
      expect(await hitsOf('1')).toEqual(['+11']);
      const whole = async function* (): AsyncGenerator<PackedDocument[]> {
        yield [job('+11', 1), job('+12', 1)];
      };
      expect(await index.rebuild(whole())).toBe(true);
      expect(await hitsOf('1')).toEqual(['+11', '+12']);
    });

    it('is called the same by whoever opens it, and after a rebuild, and as no other', async () => {
      const name = await index.identity();
      expect(name).not.toBe('');
      const slices = async function* (): AsyncGenerator<PackedDocument[]> {
        yield [job('+11', 1)];
      };
      expect(await index.rebuild(slices())).toBe(true);
      expect(await index.identity()).toBe(name);
      await reopen();
      expect(await index.identity()).toBe(name);
      const other = await create();
      const opened = await other.open();
      expect(await opened.identity()).not.toBe(name);
      await opened.close();
      await other.dispose();
    });

    it('has everything after a reopening', async () => {
      await put('+99890', { name: ['kept'] });
      await reopen();
      await index.check();
      expect((await index.search({ ...nothingElse, must: [[one('name', 'kept')]] })).phones).toEqual(['+99890']);
    });
  });
}
