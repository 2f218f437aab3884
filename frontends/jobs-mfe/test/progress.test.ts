import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { curveOf, roundHalf } from '../src/domain/curve.ts';
import {
  noteProgress,
  onProgress,
  progressOf,
  type ProgressSample,
  thin,
  withSample,
} from '../src/domain/progress-samples.ts';
import { jobWith } from './jobs.ts';

const counts = (FOUND: number) => ({ PENDING: 10 - FOUND, SENT: 0, FOUND, NOT_FOUND: 0, FAILED: 0, NOT_VALID: 0 });
const plot = { left: 34, right: 364, top: 7.5, bottom: 88 };

describe('the curve of a job', () => {
  it('begins where the job began, tells its listeners, and ends when the job ended', () => {
    const job = jobWith({ id: 'curve' });
    let told = 0;
    const stop = onProgress(() => {
      told += 1;
    });
    noteProgress({ ...job, counts: counts(4) }, 3000);
    noteProgress({ ...job, counts: counts(10), status: 'DONE', finishedOn: 5000 }, 99_000);
    stop();
    noteProgress({ ...job, counts: counts(10), status: 'DONE', finishedOn: 5000 }, 120_000);
    expect(told).toBe(2);
    expect(progressOf(job)).toEqual([
      { at: 1000, found: 0, answered: 0 },
      { at: 3000, found: 4, answered: 4 },
      { at: 5000, found: 10, answered: 10 },
    ]);
  });

  it('begins anew with the next pass', () => {
    const job = jobWith({ id: 'passes', pass: 2 });
    noteProgress({ ...job, counts: counts(3) }, 9000);
    expect(progressOf(job)).toEqual([{ at: 9000, found: 3, answered: 3 }]);
    expect(progressOf({ ...job, pass: 1 })).toEqual([]);
  });

  it('moves only the end of a stretch in which nothing came', () => {
    const flat = [1, 2, 3, 4].reduce<ProgressSample[]>(
      (samples, at) => withSample(samples, { at, found: 1, answered: 1 }),
      [],
    );
    expect(flat.map(({ at }) => at)).toEqual([1, 4]);
  });

  it('keeps its ends and its order however long it grows', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { minLength: 2, maxLength: 600 }), (steps) => {
        let answered = 0;
        const samples = steps.map((step, i) => ({ at: i, found: 0, answered: (answered += step) }));
        const thinned = thin(samples, 100);
        expect(thinned[0]).toEqual(samples[0]);
        expect(thinned.at(-1)).toEqual(samples.at(-1));
        expect(thinned.every((one, i) => i === 0 || one.at > (thinned[i - 1]?.at ?? 0))).toBe(true);
      }),
    );
  });

  it('stays inside of its plot, forecast included', () => {
    const samples = [
      { at: 0, found: 0, answered: 0 },
      { at: 1000, found: 300, answered: 500 },
    ];
    const curve = curveOf(samples, 1000, 2000, plot);
    expect(curve?.end).toEqual({ x: 199, y: 47.75 });
    expect(curve?.goal).toEqual({ x: 364, y: 7.5 });
    expect(curve?.values.map(({ value }) => value)).toEqual([0, 500, 1000]);
    expect(curveOf(samples.slice(0, 1), 1000, null, plot)).toBeNull();
    expect(curveOf(samples, 1000, null, plot)?.goal).toBeNull();
  });

  it.each([
    [981_204, 500_000],
    [40_000, 20_000],
    [53_000, 25_000],
    [3, 1],
    [1, 0],
  ])('puts the middle line of %d at %d', (whole, middle) => {
    expect(roundHalf(whole)).toBe(middle);
  });
});
