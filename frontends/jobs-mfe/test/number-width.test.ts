import { expect, it } from '@jest/globals';
import { numberWidth } from '../src/domain/number-width.ts';
import { jobColumns } from '../src/features/jobs/job-columns.tsx';

it('gives the numbers of jobs as much room as the longest of them takes', () => {
  const widthOf = (...numbers: number[]) =>
    numberWidth(
      numbers.map((number) => ({ number })),
      20,
    );
  expect([widthOf(), widthOf(7, 9999)]).toEqual([52, 52]);
  expect(widthOf(12, 1_000_000, 340)).toBe(76);
  expect(jobColumns(76).find(({ id }) => id === 'number')?.width).toBe(76);
});
