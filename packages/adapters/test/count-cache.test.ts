import { expect, it } from '@jest/globals';
import { CountCache } from '../src/embedded/search/count-cache.ts';

/** Counts so many hits, and remembers up to which limits it was asked to. */
function counter(hits: number) {
  const limits: number[] = [];
  return {
    limits,
    count: (limit: number): number => {
      limits.push(limit);
      return Math.min(hits, limit);
    },
  };
}

it('keeps a count to the end until a document changes', () => {
  const counts = new CountCache();
  const few = counter(7);
  expect([100, 5, Infinity].map((limit) => counts.get('a', 0, limit, few.count))).toEqual([7, 5, 7]);
  expect(few.limits).toEqual([100]);
  expect(counts.known('a', 1, 100)).toBeNull();
  expect(counts.known('a', 1, 6)).toBe(6);
  expect(counts.get('a', 1, 100, counter(6).count)).toBe(6);
});

it('counts again for a higher limit than it had counted to', () => {
  const counts = new CountCache();
  const many = counter(50);
  expect([10, 20, 100].map((limit) => counts.get('a', 0, limit, many.count))).toEqual([10, 20, 50]);
  expect(many.limits).toEqual([10, 20, 100]);
});

it('still says "at least so many" after fewer changes than the hits it had counted beyond the limit', () => {
  const counts = new CountCache();
  const many = counter(1_000_000);
  expect(counts.get('a', 0, 100, many.count)).toBe(100);
  expect(counts.get('a', 1, 100, many.count)).toBe(100);
  expect(many.limits).toEqual([100, 10_100]);
  expect(counts.get('a', 10_001, 100, many.count)).toBe(100);
  expect(many.limits).toHaveLength(2);
  expect(counts.get('a', 10_002, 100, counter(99).count)).toBe(99);
});
