import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { addBit, hasBit, memberFrom, noBits } from '../src/embedded/search/bits.ts';
import { newWalk, SortedPlaces } from '../src/embedded/search/sorted-places.ts';

const MOST = 4000;
const directions = ['ASC', 'DESC'] as const;

/** Places by keys of which some are shared by many, as many people have no name. */
const sortedBy = (total: number, kinds: number, seed: number): number[] => {
  const keyOf = (place: number): number => (kinds === 0 ? place : ((place + seed) * 7919) % kinds);
  return Array.from({ length: total }, (_none, place) => place).sort((a, b) => keyOf(a) - keyOf(b) || a - b);
};

const hitsOf = (total: number, isHit: (place: number) => boolean) => {
  const bits = noBits(total);
  for (let place = 0; place < total; place++) if (isHit(place)) addBit(bits, place);
  return bits;
};

const cases = fc.record({
  total: fc.integer({ min: 0, max: MOST }),
  // None: one rise of all; few: long ones; many: none is long.
  kinds: fc.constantFrom(0, 1, 2, 3, 40, 3989),
  seed: fc.nat(1000),
  // Hits are scattered, or lie together as those of one country.
  every: fc.constantFrom(1, 2, 7, 900, 5000),
  from: fc.nat(MOST),
  pages: fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 4 }),
});

it('finds the hits in order, in both directions, page by page', () => {
  fc.assert(
    fc.property(cases, ({ total, kinds, seed, every, from, pages }) => {
      const order = sortedBy(total, kinds, seed);
      const sorted = SortedPlaces.withRoom(total);
      for (let at = 0; at < total; at += 333) sorted.push(order.slice(at, at + 333));
      expect(sorted.isWhole).toBe(true);
      const isHit = (place: number): boolean => place >= from && (place * 31 + seed) % every === 0;
      const hits = hitsOf(total, isHit);
      for (const direction of directions) {
        const expected = (direction === 'ASC' ? order : order.toReversed()).filter(isHit);
        const walk = newWalk(direction);
        let most = 0;
        for (const size of pages) {
          most += size;
          sorted.go(walk, hits, most);
          expect(walk.found).toEqual(expected.slice(0, most));
        }
        sorted.go(walk, hits, Number.POSITIVE_INFINITY);
        expect(walk.found).toEqual(expected);
      }
    }),
    { numRuns: 300 },
  );
});

it('is not whole before each document has its place, and takes no more', () => {
  const sorted = SortedPlaces.withRoom(3);
  sorted.push([2, 0]);
  expect(sorted.isWhole).toBe(false);
  sorted.push([1, 7]);
  expect(sorted.isWhole).toBe(true);
  const walk = newWalk('ASC');
  sorted.go(
    walk,
    hitsOf(8, () => true),
    Number.POSITIVE_INFINITY,
  );
  expect(walk.found).toEqual([2, 0, 1]);
});

it('finds the next member of a set, upwards and downwards', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(200), { maxLength: 12 }), fc.nat(200), (members, number) => {
      const bits = hitsOf(201, (place) => members.includes(place));
      expect(hasBit(bits, number)).toBe(members.includes(number));
      const above = members.filter((one) => one >= number);
      const below = members.filter((one) => one <= number);
      expect(memberFrom(bits, number, 1)).toBe(above.length === 0 ? Number.NaN : Math.min(...above));
      expect(memberFrom(bits, number, -1)).toBe(below.length === 0 ? Number.NaN : Math.max(...below));
    }),
  );
});
