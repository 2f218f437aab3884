import { describe, expect, it } from '@jest/globals';
import { axisMark } from '../src/domain/axis-mark.ts';
import { curveOf, roundHalf } from '../src/domain/curve.ts';
import { answeredAtEnd, asksOnlyFailed, isAtWork, paceOf } from '../src/domain/job-pace.ts';
import { jobWith } from './jobs.ts';

const plot = { left: 34, right: 364, top: 7.5, bottom: 88 };

describe('the curve of a job', () => {
  it('stays inside of its plot, forecast included', () => {
    const samples = [
      { at: 0, found: 0, answered: 0 },
      { at: 1000, found: 300, answered: 500 },
    ];
    const curve = curveOf(samples, 1000, { at: 2000, answered: 1000 }, plot);
    expect(curve?.end).toEqual({ x: 199, y: 47.75 });
    expect(curve?.goal).toEqual({ x: 364, y: 7.5 });
    // What was stopped and asks again only what failed ends below the top.
    expect(curveOf(samples, 1000, { at: 2000, answered: 500 }, plot)?.goal).toEqual({ x: 364, y: 47.75 });
    expect(curve?.values.map(({ value }) => value)).toEqual([0, 500, 1000]);
    const stands = [
      { from: 250, to: 500 },
      { from: 900, to: null },
      { from: 999, to: 999 },
    ];
    const bands = curveOf(samples, 1000, null, plot, stands)?.bands;
    expect(bands?.map(({ x, width }) => [x, width].map(Math.round))).toEqual([
      [117, 83],
      [331, 33],
      [364, 2],
    ]);
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

  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1k'],
    [2300, '2.3k'],
    [10_500, '10.5k'],
    [40_000, '40k'],
    [100_000, '100k'],
    [999_999, '999k'],
    [1_000_000, '1M'],
    [1_255_000, '1.25M'],
  ])('marks %d at its axis as %s', (value, text) => {
    expect(axisMark(value)).toBe(text);
  });
});

describe('how long a job will take', () => {
  const at = (hour: number): number => new Date(2026, 10, 25, hour).getTime();

  it('says until when a job waits that has no time left to tell', () => {
    const waiting = [
      { source: 'SLOW', resumesAt: at(22) },
      { source: 'SCARCE', resumesAt: at(20) },
    ];
    expect(paceOf(jobWith({ rate: 3, eta: null, waiting }), at(12))).toEqual({
      quiet: expect.stringMatching(/^Waits until .*20:00$/),
    });
    expect(paceOf(jobWith({ rate: 0, eta: null, waiting: [] }), at(12))).toEqual({ quiet: 'Starting' });
  });

  it('says how long the only pass took, and of a later one when it ended', () => {
    const done = {
      status: 'DONE',
      startedOn: at(9),
      finishedOn: at(11),
      // It was paused in between.
      workedMs: 30 * 60_000,
      counts: { PENDING: 0, SENT: 0, FOUND: 10, NOT_FOUND: 0, FAILED: 0, NOT_VALID: 0 },
    } as const;
    expect(paceOf(jobWith({ ...done, pass: 1 }), at(12))).toEqual({ quiet: 'Took 30 min' });
    expect(paceOf(jobWith({ ...done, pass: 1, workedMs: null }), at(12))).toEqual({ quiet: 'Finished 11:00' });
    expect(paceOf(jobWith({ ...done, pass: 2 }), at(12))).toEqual({ quiet: 'Finished 11:00' });
  });
});

it('knows a job that looks numbers up from one that rests', () => {
  const counts = { PENDING: 0, SENT: 0, FOUND: 3, NOT_FOUND: 0, FAILED: 0, NOT_VALID: 2 };
  expect(isAtWork(jobWith({}))).toBe(true);
  expect(isAtWork(jobWith({ counts: { ...counts, SENT: 1 } }))).toBe(true);
  expect(isAtWork(jobWith({ counts }))).toBe(false);
  expect(isAtWork(jobWith({ status: 'PAUSED' }))).toBe(false);
});

it('tells of a job that was stopped and asks again only what failed what is left of that', () => {
  const counts = { PENDING: 40, SENT: 2, FOUND: 8, NOT_FOUND: 0, FAILED: 0, NOT_VALID: 0 };
  const retried = jobWith({ counts, toCome: 5 });
  expect([asksOnlyFailed(retried), answeredAtEnd(retried)]).toEqual([true, 13]);
  expect(paceOf({ ...retried, status: 'PAUSED' })).toEqual({ quiet: '5 left' });
  const whole = jobWith({ counts });
  expect([asksOnlyFailed(whole), answeredAtEnd(whole)]).toEqual([false, 50]);
});
