import { expect, it } from '@jest/globals';
import { packDocument } from '@numscope/platform';
import { type IndexUnderTest, nothingElse, one } from './index-under-test.ts';

/** What is put is found, excluded, replaced by its revision and forgotten. */
export function documentTests(under: IndexUnderTest): void {
  const { found, put, scanned } = under;
  it('finds a document as soon as it is put, by whole terms and by beginnings', async () => {
    await put('+998901234567', { name: ['anvar', 'karimov'], email: ['a.karimov@mail.example'] });
    await put('+998901234568', { name: ['anvarbek'] });
    expect(await found(one('name', 'anvar'))).toEqual(['+998901234567']);
    expect(await found(one('name', 'anv', true))).toEqual(['+998901234567', '+998901234568']);
    expect(await found(one('name', 'anvarb', true))).toEqual(['+998901234568']);
    expect(await found(one('email', 'a.karimov@', true))).toEqual(['+998901234567']);
    expect(await found(one('phone', 'anvar', true))).toEqual([]);
    expect(await found({ field: 'name', all: ['karimov', 'anv'], prefix: true })).toEqual(['+998901234567']);
  });

  it('finds each of many that differ in nothing but their numbers by its own, and by what they share', async () => {
    const numbers = Array.from({ length: 40 }, (_none, n) => `99890${100 + n}`);
    // Each has the number of its neighbour as well, and of some the own one is no term.
    await under.index.upsert(
      numbers.map((own, n) =>
        packDocument({
          phone: `+${own}`,
          revision: 1,
          terms: { phone: [...(n % 4 === 3 ? [] : [own]), numbers[n - (n % 2)] ?? ''], country: ['uz'] },
          sort: { name: '', timestamp: n, confidence: 0 },
        }),
      ),
    );
    for (const [n, own] of numbers.entries()) {
      const all = [n, n + 1].filter((other) => other - (other % 2) === n || (other === n && n % 4 !== 3));
      expect(await found(one('phone', own))).toEqual(all.map((other) => `+${numbers[other]}`));
    }
    expect(await found(one('country', 'uz'))).toEqual(numbers.map((own) => `+${own}`));
    expect(await found(one('phone', '9989010', true))).toHaveLength(10);
  });

  it('leaves out what is excluded, of hits, counts, scans and facets alike', async () => {
    await put('+998901', { name: ['anvar'], country: ['uz'] }, { facets: { country: ['uz'] } });
    await put('+77011', { name: ['anvar'], country: ['kz'] }, { facets: { country: ['kz'] } });
    const asked = { must: [[one('name', 'anvar')]], should: [], not: [one('country', 'kz')] };
    const page = { offset: 0, limit: 10, countUpTo: 10 };
    expect(await under.index.search({ ...asked, ...page })).toEqual({
      phones: ['+998901'],
      total: 1,
      totalIsLowerBound: false,
    });
    expect((await scanned(asked)).flat()).toEqual(['+998901']);
    expect((await under.index.facets(asked, 5)).country).toEqual([{ value: 'uz', documents: 1 }]);
  });

  it('never lets an older revision replace a newer one, and lets the same one replace itself', async () => {
    await put('+99890', { name: ['new'] }, { revision: 5 });
    await put('+99890', { name: ['old'] }, { revision: 4 });
    expect((await under.index.search({ ...nothingElse, must: [[one('name', 'old')]] })).total).toBe(0);
    await put('+99890', { name: ['again'] }, { revision: 5 });
    expect((await under.index.search({ ...nothingElse, must: [[one('name', 'again')]] })).total).toBe(1);
    expect((await under.index.search({ ...nothingElse, must: [[one('name', 'new')]] })).total).toBe(0);
  });

  it('takes of several of one document that come at once the last with the greatest revision', async () => {
    const said = [
      ['first', 2],
      ['newest', 3],
      ['last of the newest', 3],
      ['late', 1],
    ] as const;
    await under.index.upsert(
      said.map(([name, revision]) =>
        packDocument({
          phone: '+99890',
          revision,
          terms: { name: [name] },
          sort: { name: '', timestamp: 0, confidence: 0 },
        }),
      ),
    );
    for (const [name] of said)
      expect(await found(one('name', name))).toEqual(name === 'last of the newest' ? ['+99890'] : []);
    expect(await under.index.count()).toBe(1);
  });

  it('forgets a removed document, its revision too', async () => {
    await put('+99890', { job: ['1'] }, { revision: 9 });
    await under.index.remove(['+99890', '+99891']);
    expect(await under.index.count()).toBe(0);
    expect((await under.index.search({ ...nothingElse, must: [[one('job', '1')]] })).total).toBe(0);
    await put('+99890', { job: ['1'] }, { revision: 1 });
    expect((await under.index.search({ ...nothingElse, must: [[one('job', '1')]], countUpTo: null })).total).toBe(1);
  });
}
