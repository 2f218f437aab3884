import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { documentText, exactToken, prefixToken } from '../src/embedded/search/tokens.ts';

const term = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 });
const tokensOf = (word: string): string[] => documentText({ terms: { name: [word] } }).split(' ');

it('tells terms apart that differ in anything, and keeps each one token', () => {
  fc.assert(
    fc.property(term, term, (a, b) => {
      expect(exactToken('name', a) === exactToken('name', b)).toBe(a === b);
      expect(exactToken('name', a)).toMatch(/^[a-z0-9@.\-:+_\u0080-\uffff]+$/);
      expect(exactToken('name', a + b).startsWith(exactToken('name', a))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

it('gives a document the token of each of its beginnings, and of nothing else', () => {
  fc.assert(
    fc.property(term, term, (word, other) => {
      const tokens = new Set(tokensOf(word));
      const start = prefixToken('name', other);
      if (start !== null) expect(tokens.has(start)).toBe(word.startsWith(other));
      expect(tokens.has(exactToken('name', other))).toBe(word === other);
    }),
    { numRuns: 500 },
  );
});
