import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { rowsOfArray } from '../src/imports/rows-of-array.ts';

type Row = Record<string, unknown>;

/** The rows of a text that comes in pieces of these many bytes. */
async function rowsOf(text: string, lengths: readonly number[] = [1000]): Promise<Row[]> {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let from = 0, place = 0; from < bytes.length; place++) {
    const length = lengths[place % lengths.length] ?? 1;
    pieces.push(bytes.subarray(from, from + length));
    from += length;
  }
  const rows: Row[] = [];
  for await (const row of rowsOfArray(Readable.from(pieces))) rows.push(row);
  return rows;
}

const isObject = (value: unknown): boolean => value !== null && typeof value === 'object' && !Array.isArray(value);

/** What JSON.parse makes of it; null where that is no array of objects. */
function parsed(text: string): Row[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every(isObject) ? value : null;
  } catch {
    return null;
  }
}

const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
const texts = fc
  .tuple(
    fc.array(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ stringUnit: 'grapheme' })), {
      maxLength: 5,
    }),
    fc.constantFrom(0, 1, '\t'),
  )
  .map(([rows, space]) => JSON.stringify(rows, null, space));

describe('the rows of a JSON array that comes in pieces', () => {
  it('are its objects, wherever a piece ends', async () => {
    await fc.assert(
      fc.asyncProperty(texts, cuts, async (text, lengths) => {
        expect(await rowsOf(text, lengths)).toEqual(JSON.parse(text));
      }),
      { numRuns: 300 },
    );
  });

  it('are refused where it is no array of objects, and only there', async () => {
    const signs = fc.array(fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '\\', '1', ' ', '{}', '{"a":1}', '"a"'), {
      maxLength: 10,
    });
    // What begins with another sign is read as another kind of file.
    const near = fc
      .tuple(texts, fc.nat(), fc.nat(3), signs)
      .map(
        ([text, at, length, put]) =>
          text.slice(0, 1 + (at % text.length)) + put.join('') + text.slice(1 + (at % text.length) + length),
      );
    const any = fc.oneof(
      near,
      signs.map((all) => `[${all.join('')}`),
    );
    await fc.assert(
      fc.asyncProperty(any, cuts, async (given, lengths) => {
        // Half of a pair cannot be written.
        const text = given.toWellFormed();
        expect(await rowsOf(text, lengths).catch(() => null)).toEqual(parsed(text));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['[{"a":1},{"a":}]', 2, /^is no JSON: /],
    ['[{"a":1},2]', 2, /^every row must be an object$/],
    ['[{"a":1},]', 2, /^is no JSON: /],
    ['[{"a":1},{"picture":{}},{"a"', 2, /^the array has no end: the file was cut$/],
    ['[{"a":1}', 1, /^the array has no end: the file was cut$/],
    ['[{"a":1}]{}', 0, /^something stands behind the end of the array$/],
    [`[{"a":1},{"a":${'['.repeat(100)}${']'.repeat(100)}}]`, 2, /deep within each other/],
  ])('are told where and why they are wrong: %s', async (text, row, message) => {
    await expect(rowsOf(text)).rejects.toMatchObject({ row, message: expect.stringMatching(message) });
  });

  it('are taken as they come: what is behind those that are taken is not read', async () => {
    let read = 0;
    const pieces = function* () {
      yield Buffer.from('[');
      for (;;) yield Buffer.from(`{"place":${read++}},`);
    };
    const rows = rowsOfArray(Readable.from(pieces()));
    for (const place of [0, 1, 2]) expect((await rows.next()).value).toEqual({ place });
    await rows.return(undefined);
    expect(read).toBeLessThan(100);
  });

  it('are those of an array of any length', async () => {
    const row = `{"a":"${'x'.repeat(1000)}"}`;
    expect(await rowsOf(`[${`${row},`.repeat(30_000)}${row}]`, [64 * 1024])).toHaveLength(30_001);
  });

  it('of more than any profile has are refused before they are kept', async () => {
    const piece = Buffer.from(`"${'a'.repeat(1024 * 1024)}",`);
    const pieces = function* () {
      yield Buffer.from('[{},{"a":[');
      for (;;) yield piece;
    };
    const rows = rowsOfArray(Readable.from(pieces()));
    expect((await rows.next()).value).toEqual({});
    await expect(rows.next()).rejects.toMatchObject({ row: 2, message: expect.stringMatching(/is longer than/) });
  });
});
