import { expect, it } from '@jest/globals';
import { regions } from '@numscope/contracts';
import { numberingData } from '../src/numbering-data.ts';

it('has a plan for each region that calls take, and for no other country', () => {
  expect(
    Object.keys(numberingData().plans)
      .filter((key) => /^[A-Z]/.test(key))
      .sort(),
  ).toEqual(regions.toSorted());
});
