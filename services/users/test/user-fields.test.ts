import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@numscope/contracts';
import * as fc from 'fast-check';
import { readPassword, readUserName } from '../src/domain/user-fields.ts';

const codeOf = (read: () => unknown): string => {
  try {
    read();
    return 'OK';
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
};

const isLetter = (char: string): boolean => (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z');
const isDigit = (char: string): boolean => char >= '0' && char <= '9';
const specials = '!@#$%&*,.^_`~';

/** Mostly texts near the border of the rule, some of anything. */
const near = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'aZ09_!~`^ é-', 'A', 'b', '\n'), maxLength: 14 }),
  fc.string({ unit: 'binary', maxLength: 14 }),
);

describe('the rule of user names', () => {
  it('takes Latin letters, digits and underscore, and nothing else', () => {
    fc.assert(
      fc.property(near, (text) => {
        const allowed = [...text].every((char) => isLetter(char) || isDigit(char) || char === '_');
        const expected = text.trim() === '' ? 'USERNAME_REQUIRED' : allowed ? 'OK' : 'USERNAME_CHARACTERS';
        expect(codeOf(() => readUserName(text))).toBe(expected);
      }),
    );
  });
});

describe('the rule of passwords', () => {
  it('takes 8 to 256 letters, digits and specials with one capital and one special, and nothing else', () => {
    fc.assert(
      fc.property(near, (text) => {
        const chars = [...text];
        const allowed = chars.every((char) => isLetter(char) || isDigit(char) || specials.includes(char));
        const strong =
          chars.some((char) => char >= 'A' && char <= 'Z') && chars.some((char) => specials.includes(char));
        const expected =
          text === '' ? 'PASSWORD_REQUIRED' : allowed && strong && text.length >= 8 ? 'OK' : 'PASSWORD_RULE';
        expect(codeOf(() => readPassword(text))).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('refuses more than 256 characters', () => {
    expect(codeOf(() => readPassword(`A!${'a'.repeat(254)}`))).toBe('OK');
    expect(codeOf(() => readPassword(`A!${'a'.repeat(255)}`))).toBe('PASSWORD_RULE');
  });
});
