import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import {
  askingFor,
  fromFilters,
  noCriteria,
  readCriteria,
  toFilters,
  writeCriteria,
} from '../src/components/criteria.ts';
import { matchPath } from '@numscope/contracts';
import { choiceField, flagField, listField, pageField, sortField, textField } from '../src/url/query-fields.ts';
import { readQuery, writeQuery } from '../src/url/query-state.ts';

const statuses = ['PAUSED', 'DONE', 'CREATED'] as const;
const fields = {
  page: pageField,
  name: textField(),
  status: listField(statuses),
  view: choiceField(['table', 'cards', 'map'], 'table'),
  main: flagField(),
  sort: sortField({ field: 'number', direction: 'DESC' }, ['number', 'name']),
};

describe('the state of a screen in its address', () => {
  it('when everything is standard, then the address is bare', () => {
    expect(writeQuery(fields, '', readQuery(fields, ''))).toBe('');
  });

  it('when values are set, then they are read back, whatever they are', () => {
    const values = fc.record({
      page: fc.nat(),
      name: fc.string(),
      status: fc.uniqueArray(fc.constantFrom(...statuses)),
      view: fc.constantFrom('table' as const, 'cards' as const, 'map' as const),
      main: fc.boolean(),
      sort: fc.record({
        field: fc.constantFrom('number', 'name'),
        direction: fc.constantFrom('ASC' as const, 'DESC' as const),
      }),
    });
    fc.assert(
      fc.property(values, (value) => {
        const back = readQuery(fields, writeQuery(fields, '', value));
        expect({ ...back, status: [...back.status].sort() }).toEqual({ ...value, status: [...value.status].sort() });
      }),
    );
  });

  it('when a link is mangled, then the standard stands in', () => {
    expect(readQuery(fields, '?page=-3&status=NOPE&view=tree&main=yes&sort=password')).toEqual(readQuery(fields, ''));
    expect(readQuery(fields, '?page=1e3&status=DONE&status=DONE').page).toBe(0);
    expect(readQuery(fields, '?status=DONE&status=DONE').status).toEqual(['DONE']);
  });

  it('when one value changes, then parameters of others stay', () => {
    expect(writeQuery(fields, '?panel=12&page=4&name=a', { page: 0 })).toBe('?panel=12&name=a');
  });
});

describe('criteria of a search', () => {
  it('take more of them, each once, where they stood', () => {
    const marta = { field: 'name', value: 'Marta' };
    const ivo = { field: 'name', value: 'Ivo' };
    const before = { items: [marta], must: ['name'], not: [ivo] };
    expect(askingFor(before, [ivo, marta, ivo])).toEqual({ ...before, items: [marta, ivo] });
  });

  it('take a long list of them in time', () => {
    const more = Array.from({ length: 200_000 }, (_, i) => ({ field: 'phone', value: `+99890${i}` }));
    const begun = performance.now();
    expect(askingFor(noCriteria, more).items).toHaveLength(200_000);
    // Compared with each other they take minutes.
    expect(performance.now() - begun).toBeLessThan(20_000);
  });

  const known = ['name', 'phone', 'email', 'jobId'];

  it('when written into an address and read back, then they are the same, whatever the values hold', () => {
    const item = fc.record({ field: fc.constantFrom(...known), value: fc.string({ minLength: 1 }) });
    const criteria = fc
      .record({
        items: fc.uniqueArray(item, { selector: (one) => `${one.field}:${one.value}` }),
        ticked: fc.subarray(known),
        not: fc.uniqueArray(item, { selector: (one) => `${one.field}:${one.value}` }),
      })
      .map(({ items, ticked, not }) => ({
        items,
        must: ticked.filter((field) => items.some((one) => one.field === field)),
        not,
      }));
    fc.assert(
      fc.property(criteria, (value) => {
        const back = readCriteria(writeCriteria(value), known);
        expect(back.items).toEqual(value.items);
        expect(back.not ?? []).toEqual(value.not);
        expect(fromFilters(toFilters(back)).not ?? []).toEqual(expect.arrayContaining(value.not));
        expect([...back.must].sort()).toEqual([...value.must].sort());
      }),
    );
  });

  const names = (count: number) =>
    Array.from({ length: count }, (_none, i) => ({ field: 'name', value: `Абдурахманова Гулнора Рустамовна ${i}` }));

  it('when a hundred of them are full names in Cyrillic, then the address stays below what servers and proxies take', () => {
    const criteria = { items: names(100), must: ['name'] };
    const address = writeQuery({ q: listField() }, '', { q: writeCriteria(criteria) });
    expect(address.length).toBeLessThan(8 * 1024 - 512);
    expect(readCriteria(readQuery({ q: listField() }, address).q, known)).toEqual(criteria);
  });

  it('when they are few, then a person can read them in the address', () => {
    expect(writeCriteria({ items: names(1), must: [] })).toEqual(['name:Абдурахманова Гулнора Рустамовна 0']);
  });

  it('when they are many, then they are read back as they are, whatever they hold', () => {
    const letters = fc.constantFrom(...'АЯаяпрЁёЎқ ~:!-_2aZ09.');
    const value = fc.array(letters, { minLength: 60, maxLength: 90 }).map((some) => some.join(''));
    fc.assert(
      fc.property(fc.uniqueArray(value, { minLength: 60, maxLength: 80 }), (values) => {
        const items = values.map((one) => ({ field: 'name', value: one }));
        const written = writeCriteria({ items, must: [] });
        expect(written.join('')).toContain('~2');
        expect(readCriteria(written, known)).toEqual({ items, must: [] });
      }),
      { numRuns: 30 },
    );
  });

  it('when they become a filter, then each field stands once with its and-flag', () => {
    const criteria = readCriteria(
      ['!name:mar', '!name:lind', 'email:a@b', 'shoe:44', 'name:mar', ':x', 'phone:', '-email:c', '-phone:1'],
      known,
    );
    expect(toFilters(criteria)).toEqual({
      name: { values: ['mar', 'lind'], and: true },
      email: { values: ['a@b'], and: false, not: ['c'] },
      phone: { values: [], and: false, not: ['1'] },
    });
    expect(toFilters(noCriteria)).toEqual({});
  });
});

describe('paths', () => {
  it.each([
    ['/ext/job/{id}', '/ext/job/12', { id: '12' }],
    ['/ext/job/{id}', '/ext/job/12/', { id: '12' }],
    ['/ext/job/{id}', '/ext/job', null],
    ['/ext/job/{id}', '/ext/job/', null],
    ['/ext/results/{name}', '/ext/results/Case%2026', { name: 'Case 26' }],
    ['/ext/results/{name}', '/ext/results/%E0%A4%A', { name: '%E0%A4%A' }],
    ['/int', '/int', {}],
    ['/int', '/int/audit', null],
  ])('%s against %s', (pattern, path, params) => {
    expect(matchPath(pattern, path)).toEqual(params);
  });
});
