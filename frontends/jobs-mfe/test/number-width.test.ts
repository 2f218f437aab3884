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

it('gives what is said of a resting job one line, so that it does not stand in the next column', () => {
  const widthOf = (wanted: string): number => Number(jobColumns(76).find(({ id }) => id === wanted)?.width);
  const padding = 20;
  // A letter of the cell's type is 5.6 px wide on average.
  expect(widthOf('rate')).toBeGreaterThanOrEqual('Next pass 30 Sept'.length * 5.6 + padding);
  expect(widthOf('rate')).toBeGreaterThanOrEqual('Took 59 min 59 s'.length * 5.6 + padding);
  expect(widthOf('sent')).toBeGreaterThanOrEqual('of 1,000,000'.length * 5.6 + padding);
  expect(widthOf('pass')).toBeGreaterThanOrEqual('Pass 10'.length * 5.6 + padding);
});
