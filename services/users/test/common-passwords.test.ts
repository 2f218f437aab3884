import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { assert, property, stringMatching, uniqueArray } from 'fast-check';
import { isCommonPassword } from '../src/passwords/common-passwords.ts';
import { generatePassword } from '../src/passwords/generate-password.ts';
import { SortedLines } from '../src/passwords/sorted-lines.ts';
import { passwordLists } from './password-lists.ts';

describe('common passwords', () => {
  const common = `Password1! Passw0rd! P@$$w0rd! Qwerty123! Admin123! Welcome1! Letmein!1 ABC123!! Trustno1!
    Pass!word1 1Qaz2wsx! 99Dragon! P4ssword!!2026!! Summer2026!`;
  it.each(common.split(/\s+/))('are known in any case and simple disguise: %s', async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  });

  it.each([
    'Sunrise!2026',
    'Sunset!2026',
    'Wrong!Password1',
    'Heron.Lagoon_41',
    'Correct_Horse.9',
    `A!${'1'.repeat(254)}`,
  ])('are not what only has a word of them: %s', async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  });

  it('are told of texts without a letter, too', async () => {
    expect(await isCommonPassword('123456789!')).toBe(true);
    expect(await isCommonPassword('_'.repeat(40))).toBe(false);
  });

  it('are those of the package', () => {
    for (const [name, text] of Object.entries(passwordLists())) {
      const kept = readFileSync(new URL(`../src/passwords/lists/${name}`, import.meta.url), 'utf8');
      expect({ name, same: kept === text }).toEqual({ name, same: true });
    }
  });

  it('are found among others, each and only they', () => {
    assert(
      property(uniqueArray(stringMatching(/^[a-c]{1,4}$/)), stringMatching(/^[a-d]{0,5}$/), (kept, other) => {
        const lines = new SortedLines(
          Buffer.from(
            kept
              .toSorted()
              .map((line) => `${line}\n`)
              .join(''),
          ),
        );
        for (const line of kept) expect(lines.has(line)).toBe(true);
        expect(lines.has(other)).toBe(kept.includes(other));
      }),
    );
  });

  it('are never made up here', async () => {
    for (let n = 0; n < 300; n++) expect(await isCommonPassword(generatePassword())).toBe(false);
  });
});
