import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@numscope/contracts';

/** Digits and letters that nobody mistakes for each other (Crockford's base32 in lower case). */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const CODE_CHARS = 16;
const GROUP = /.{4}(?=.)/g;

const newCode = (): string =>
  Array.from(randomBytes(CODE_CHARS), (byte) => LETTERS[byte % LETTERS.length])
    .join('')
    .replaceAll(GROUP, '$&-');

/** New codes of 80 random bits each, as a person writes them down: `0c3k-9v2m-...`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: limits.recoveryCodes }, newCode);

/** What was typed, without the blanks and hyphens that people put in or leave out. */
export const plainCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toLowerCase();

/**
 * What is kept of a recovery code. One SHA-256 is enough for 80 random bits, which nobody guesses however fast he may
 * try.
 */
export const hashCode = (code: string): string => createHash('sha256').update(plainCode(code)).digest('hex');
