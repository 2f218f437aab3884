import { expect, it } from '@jest/globals';
import type { FaceModel } from '@numscope/contracts';
import * as fc from 'fast-check';
import { comparisonOf, wilson } from '../src/domain/likelihood.ts';
import { builtInModel } from '../src/faces/built-in-model.ts';

const part = fc.double({ min: 0, max: 0.5, noNaN: true });
const model: fc.Arbitrary<FaceModel> = fc.record({
  id: fc.constant('m'),
  threshold: fc.double({ min: 0, max: 1, noNaN: true }),
  errors: fc.record({
    falseMatch: part,
    falseNonMatch: part,
    pairs: fc.integer({ min: 2, max: 1_000_000 }),
    source: fc.constant('https://published.example'),
  }),
});
const distance = fc.double({ min: 0, max: 2, noNaN: true });

it('never grows with the distance, and lies between its bounds', () => {
  fc.assert(
    fc.property(model, distance, distance, (model, a, b) => {
      const near = comparisonOf(Math.min(a, b), model).likelihood;
      const far = comparisonOf(Math.max(a, b), model).likelihood;
      expect(near.value).toBeGreaterThanOrEqual(far.value);
      for (const { value, low, high } of [near, far]) {
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(value);
        expect(value).toBeLessThanOrEqual(high);
        expect(high).toBeLessThanOrEqual(1);
      }
    }),
  );
});

it('has narrower bounds by a larger test', () => {
  const width = (size: number): number => wilson(0.9938, size).high - wilson(0.9938, size).low;
  expect(width(30_000)).toBeLessThan(width(3000));
  // As computed by hand from the formula of the NIST handbook, for 8 of 10.
  expect(wilson(0.8, 10).low).toBeCloseTo(0.4902, 3);
  expect(wilson(0.8, 10).high).toBeCloseTo(0.9433, 3);
  expect(wilson(0.5, 0)).toEqual({ low: 0, high: 1 });
});

it('says of the model that comes along what its test says, and counts the threshold itself as alike', () => {
  expect(comparisonOf(0.6, builtInModel)).toMatchObject({ similarity: 0.4, likelihood: { value: 0.9938 } });
  expect(comparisonOf(0.61, builtInModel).likelihood.value).toBeCloseTo(0.0062);
  expect(comparisonOf(1.4, builtInModel).similarity).toBe(0);
});
