import { dictionary } from '@zxcvbn-ts/language-common';
import { MIN_CHARS } from '../src/passwords/common-passwords.ts';
import { fold } from '../src/passwords/fold-password.ts';

/** How many are so common that they are known in any disguise. */
const MOST_COMMON = 500;

/** What the files in src/passwords/lists must hold: the folded passwords of the package, sorted by their bytes. */
export function passwordLists(): Record<string, string> {
  const all = dictionary['passwords-common'];
  const linesOf = (passwords: readonly string[]): string =>
    [...new Set(passwords.map(fold).filter((folded) => folded.length >= MIN_CHARS))]
      .map((folded) => Buffer.from(`${folded}\n`))
      .sort((one, other) => Buffer.compare(one.subarray(0, -1), other.subarray(0, -1)))
      .join('');
  return { 'common.txt': linesOf(all), 'most-common.txt': linesOf(all.slice(0, MOST_COMMON)) };
}
