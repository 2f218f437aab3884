import { expect, it } from '@jest/globals';
import { type Criteria, leavingOut, lettingIn, toFilters } from '@numscope/ui';
import * as fc from 'fast-check';
import { isTaken, leaveValue, takeValue } from '../src/features/results/take-value.ts';

const fields = ['a', 'b'];
const values = ['1', '2', '3'];
/** What a profile has, as `a:1`. */
type Has = readonly string[];

/** The rule of the search: ticked fields with every value, of the others at least one. */
function finds(criteria: Criteria, has: Has): boolean {
  const all = Object.entries(toFilters(criteria));
  const fits = (field: string, value: string): boolean => has.includes(`${field}:${value}`);
  const may = all.filter(([, { and, values: asked }]) => !and && asked.length > 0);
  return (
    !all.some(([field, { not = [] }]) => not.some((value) => fits(field, value))) &&
    all.every(([field, filter]) => !filter.and || filter.values.every((value) => fits(field, value))) &&
    (may.length === 0 || may.some(([field, filter]) => filter.values.some((value) => fits(field, value))))
  );
}

const pairs = fields.flatMap((field) => values.map((value) => ({ field, value })));
const criteria = fc
  .record({ items: fc.subarray(pairs), must: fc.subarray(fields) })
  .map(({ items, must }) => ({ items, must: must.filter((field) => items.some((item) => item.field === field)) }));
const has = fc.subarray(pairs.map(({ field, value }) => `${field}:${value}`));

it('a value that is taken in leaves of what was found exactly what has it', () => {
  let taken = 0;
  fc.assert(
    fc.property(criteria, fc.constantFrom(...pairs), has, (given, { field, value }, profile) => {
      const next = takeValue(given, field, value);
      if (next === null) return;
      taken++;
      expect(isTaken(next, field, value)).toBe(true);
      expect(finds(next, profile)).toBe(finds(given, profile) && profile.includes(`${field}:${value}`));
    }),
    { numRuns: 2000 },
  );
  expect(taken).toBeGreaterThan(500);
});

it('a value that was new is left again without a trace', () => {
  const given = { items: [{ field: 'a', value: '1' }], must: ['a'] };
  const next = takeValue(given, 'b', '2');
  expect(next && leaveValue(next, 'b', '2')).toEqual(given);
});

it('a value that the filter cannot ask for beside an "or" is not taken', () => {
  const either = { items: pairs.slice(0, 2), must: [] };
  expect(takeValue(either, 'a', '3')).toBeNull();
  expect(takeValue({ ...either, items: [...either.items, { field: 'b', value: '1' }] }, 'a', '1')).toBeNull();
});

it('a value that is left out takes away exactly what has it, unless it was asked for; let in again it changes nothing', () => {
  fc.assert(
    fc.property(criteria, fc.constantFrom(...pairs), has, (given, one, profile) => {
      fc.pre(!given.items.some((item) => item.field === one.field && item.value === one.value));
      const next = leavingOut(given, one);
      expect(finds(next, profile)).toBe(finds(given, profile) && !profile.includes(`${one.field}:${one.value}`));
      expect(lettingIn(next, [one])).toEqual(given);
    }),
  );
});
