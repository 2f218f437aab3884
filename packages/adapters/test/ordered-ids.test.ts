import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { OrderedIds } from '../src/embedded/search/ordered-ids.ts';

/** Ids as countries have them: many near one another, and now and then a gap that four bytes do not hold. */
const gaps = fc.array(
  fc.oneof({ weight: 30, arbitrary: fc.integer({ min: 1, max: 5000 }) }, fc.integer({ min: 1, max: 400_000_000_000 })),
  { minLength: 1, maxLength: 60 },
);
/** So many of each gap that ids fill several blocks. */
const REPEATED = 70;

const idsWith = (some: readonly number[]): number[] => {
  const ids: number[] = [];
  let last = 0;
  for (let round = 0; round < REPEATED; round++)
    for (const gap of some) ids.push((last += round % 9 === 0 ? gap : 1 + (gap % 5000)));
  return ids;
};

it('gives back each id at its place, and finds each place by its id, from any place before it', () => {
  fc.assert(
    fc.property(gaps, fc.nat(), (some, seed) => {
      const all = idsWith(some);
      const ids = OrderedIds.withRoom(all.length);
      for (let at = 0; at < all.length; at += 100) ids.push(all.slice(at, at + 100));
      expect(all.map((_id, place) => ids.at(place))).toEqual(all);
      expect(all.map((id) => ids.placeOf(id))).toEqual(all.map((_id, place) => place));
      const elsewhere = new OrderedIds(structuredClone(ids.shared));
      expect(all.map((_id, place) => elsewhere.at(place))).toEqual(all);
      const place = seed % all.length;
      const from = seed % (place + 1);
      expect(ids.placeOf(all[place] ?? 0, from)).toBe(place);
    }),
    { numRuns: 30 },
  );
});

it('says of an id that does not stand there where it would', () => {
  const ids = OrderedIds.withRoom(4);
  ids.push([10, 20, 5_000_000_000_000]);
  expect([9, 11, 21, 6_000_000_000_000].map((id) => ids.placeOf(id))).toEqual([0, 1, 2, 3]);
  expect([ids.at(-1), ids.at(3)]).toEqual([Number.NaN, Number.NaN]);
});

it('takes no more than there is room for', () => {
  const ids = OrderedIds.withRoom(2);
  ids.push([1, 2, 3]);
  expect([ids.length, ids.at(1), ids.at(2)]).toEqual([2, 2, Number.NaN]);
});
