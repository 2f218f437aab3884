import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { LastHour, sumOf } from '../src/domain/health/last-hour.ts';

const MINUTE = 60_000;
const BEGUN = 1_700_000_000_000;

describe('what a source did in the last hour', () => {
  it('is told by parts of two minutes, which make up the whole, and forgets what is older', () => {
    const minutes = fc
      .array(fc.nat(200), { minLength: 1, maxLength: 60 })
      .map((list) => list.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(minutes, (list) => {
        const hour = new LastHour(BEGUN);
        for (const minute of list) hour.note('FOUND', BEGUN + minute * MINUTE);
        const newest = list.at(-1) ?? 0;
        const { found, answers, since } = hour.sum(BEGUN + newest * MINUTE);
        expect(since).toBe(BEGUN + Math.max(0, newest - 60) * MINUTE);
        expect(found).toBe(list.filter((minute) => minute > newest - 60).length);
        expect(answers).toHaveLength(30);
        for (const [part, count] of answers.entries()) {
          const ago = (29 - part) * 2;
          const inPart = list.filter((minute) => newest - minute === ago || newest - minute === ago + 1);
          expect(count).toBe(inPart.length);
        }
      }),
    );
  });

  it('adds up what several instances did, one of which tells no parts', () => {
    const one = { found: 1, nothing: 2, failed: 3, calls: 4, ms: 5 };
    const answers = Array.from({ length: 30 }, (_none, part) => part);
    const sum = sumOf([one, { ...one, answers, since: 7 }, { ...one, answers, since: 6 }]);
    expect(sum).toEqual({
      found: 3,
      nothing: 6,
      failed: 9,
      calls: 12,
      ms: 15,
      answers: answers.map((n) => n * 2),
      since: 7,
    });
  });
});
