import { expect, it } from '@jest/globals';
import {
  type IndexConditions,
  type IndexMatch,
  type IndexQuery,
  packDocument,
  type PackedDocument,
  phoneOf,
} from '@numscope/platform';
import { IndexModel } from './index-model.ts';
import { type IndexUnderTest, one } from './index-under-test.ts';

/** More documents than an index keeps in one piece: totals, orders, pages and facets stay exact. */
export function manyDocumentsTests(under: IndexUnderTest): void {
  const { clear, scanned } = under;
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
    for (let at = 0; at < all.length; at += 1000) await under.index.upsert(all.slice(at, at + 1000));
    model.upsert(all);
    const job = { must: [[one('job', '1')]], should: [], offset: 0, limit: 15 };
    expect(await under.index.search({ ...job, countUpTo: null })).toEqual(model.search({ ...job, countUpTo: null }));
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
          expect(await under.index.search(asked)).toEqual(model.search(asked));
        }
      }
    }
    const pictures = Array.from({ length: 100 }, (_none, n) => `p${(n * 37) % 450}`);
    const pictured = { ...job, should: pictures.map((id) => [one('image', id)]), countUpTo: 10_000 };
    for (const page of [pictured, { ...pictured, offset: 9000 }, ...pages]) {
      for (const direction of ['ASC', 'DESC'] as const) {
        const asked = { ...page, sort: { field: 'image', terms: pictures, direction } as const };
        expect(await under.index.search(asked)).toEqual(model.search(asked));
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
    for (let at = 0; at < all.length; at += 2000) await under.index.upsert(all.slice(at, at + 2000));
    model.upsert(all);
    const of = (...must: IndexMatch[]): IndexConditions => ({ must: must.map((match) => [match]), should: [] });
    const asked = [of(), of(one('job', '1')), of(one('name', 'mo', true)), of(one('country', 'uz'), one('job', '1'))];
    for (const most of [20, 1000])
      for (const conditions of [...asked, ...asked])
        expect(await under.index.facets(conditions, most)).toEqual(model.facets(conditions, most));
    const moved = [...all.slice(0, 500), ...all.slice(-500)].map((_document, n) => documentOf(n * 40, 'elsewhere'));
    const gone = all.slice(600, 1300).map(phoneOf);
    await under.index.upsert(moved);
    await under.index.remove(gone);
    model.upsert(moved);
    model.remove(gone);
    for (const conditions of asked)
      expect(await under.index.facets(conditions, 20)).toEqual(model.facets(conditions, 20));
    await clear();
    expect(await under.index.facets(of(), 20)).toEqual(new IndexModel().facets(of(), 20));
    expect(await under.index.facets(of(one('job', '1')), 20)).toEqual(
      await under.index.facets(of(one('job', 'none')), 20),
    );
  });
}
