import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import mongoose from 'mongoose';
import { containing } from '../src/mongo/index.ts';

/** Blanks that Word and spreadsheets write, the mark of an encoding, half a pair, and what patterns are made of. */
const RARE = [
  '\u3000',
  '\u202F',
  '\u2009',
  '\uFEFF',
  '\u2028',
  '\uD800',
  '\0',
  '\u00A0',
  ...'\\^$.*+?()[]{}|/-#&,\n\t',
];

const text = fc.string({
  unit: fc.oneof(fc.constantFrom(...RARE), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })),
});

describe('the condition that a field has a text in it', () => {
  it('finds that text and no other', () => {
    fc.assert(
      fc.property(text, text, text, (before, sought, after) => {
        const pattern = new RegExp(containing(sought).$regex);
        expect(pattern.test((before + sought + after).toWellFormed())).toBe(true);
        expect(pattern.test(before.toWellFormed())).toBe(before.toWellFormed().includes(sought.toWellFormed()));
      }),
    );
  });

  it('is one that servers take: without codes of signs that only JavaScript knows, and without a null character', () => {
    fc.assert(
      fc.property(text, (sought) => {
        const { $regex } = containing(sought);
        // What stands behind a backslash is a sign itself, or the code of the null character.
        expect($regex.replaceAll(/\\(?:[\\^$.*+?()[\]{}|]|x00)/g, '')).not.toMatch(/[\\\0]/);
        expect($regex.isWellFormed()).toBe(true);
        mongoose.mongo.BSON.serialize({ $regex, $options: 'i' });
      }),
    );
  });
});
