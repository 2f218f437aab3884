import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { stretches } from '../src/store/elastic/time-stretches.ts';

const extents = fc
  .record({ first: fc.nat(2_000_000_000_000), length: fc.nat(1_000_000_000_000), entries: fc.nat(100_000_000) })
  .map(({ first, length, entries }) => ({ first, last: first + length, entries }));

it('stretches of time grow from one end until they have all of it', () => {
  fc.assert(
    fc.property(extents, fc.boolean(), fc.integer({ min: 1, max: 11_000 }), (extent, newestFirst, wanted) => {
      const all = [...stretches(extent, newestFirst, wanted)];
      expect(all.at(-1)).toEqual({ from: extent.first, to: extent.last });
      const end = newestFirst ? 'to' : 'from';
      expect(new Set(all.map((one) => one[end])).size).toBe(1);
      const lengths = all.map(({ from, to }) => to - from);
      expect(lengths).toEqual([...new Set(lengths)].toSorted((a, b) => a - b));
    }),
  );
});

it('a page of ten million entries needs seven of them at most, and one where each entry fits', () => {
  const [first, ...others] = stretches({ first: 0, last: 500_000_000, entries: 10_000_000 }, true, 100);
  expect(first).toEqual({ from: 500_000_000 - 10_000, to: 500_000_000 });
  expect(others.length).toBeLessThanOrEqual(6);
});
