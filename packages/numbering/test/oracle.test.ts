import { describe, expect, it } from '@jest/globals';
import { describePhone, isValidPhone } from '../src/index.ts';
import { numberingData } from '../src/numbering-data.ts';
import { ourAnswer, ourReading, readOracle } from './oracle.ts';

const oracle = readOracle();
const valid = oracle.international.flatMap(([, answer]) => (answer === null ? [] : [answer]));

function differences<Row extends unknown[], Answer>(
  rows: Row[],
  google: (row: Row) => Answer,
  ours: (row: Row) => Answer,
): unknown[] {
  const found = rows.map((row) => ({ row, google: google(row), ours: ours(row) }));
  return found.filter((one) => JSON.stringify(one.google) !== JSON.stringify(one.ours));
}

describe("Google's metadata is the oracle", () => {
  it('comes from the same version as the data', () => {
    expect(numberingData().source).toBe(oracle.source);
  });

  it('covers every region with valid numbers, and has thousands of both kinds', () => {
    const covered = new Set(valid.map(([, region]) => region));
    const regions = new Set(Object.values(numberingData().plans).map(({ region }) => region));
    // Google counts the numbers of Western Sahara as Moroccan, and those of Saint Martin as Saint Barthélemy's.
    expect([...regions].filter((region) => !covered.has(region)).sort()).toEqual(['EH', 'MF']);
    expect(valid.length).toBeGreaterThan(5000);
    expect(oracle.international.length - valid.length).toBeGreaterThan(4000);
  });

  it('when a number is international, then every field agrees', () => {
    expect(
      differences(
        oracle.international,
        ([, answer]) => answer,
        ([text]) => ourAnswer(text),
      ),
    ).toEqual([]);
  });

  it('when a number is typed without a plus, then it is read as Google reads it', () => {
    expect(
      differences(
        oracle.dialled,
        ([, , answer]) => answer,
        ([text, region]) => ourReading(text, region),
      ),
    ).toEqual([]);
  });

  it('when a number is not valid, then there is nothing to tell of it', () => {
    for (const [text, answer] of oracle.international) {
      expect({ text, valid: isValidPhone(text), told: describePhone(text) !== null }).toEqual({
        text,
        valid: answer !== null,
        told: answer !== null,
      });
    }
  });
});
