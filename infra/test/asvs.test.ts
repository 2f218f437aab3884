import { describe, expect, it } from '@jest/globals';
import { read } from './code.ts';

const page = read('docs/security/asvs.md');
const rows = Array.from(
  page.matchAll(/^\| (\d+\.\d+\.\d+) +\| (.+?) +\| (met|not applicable|operator|gap) +\| (.+?) +\|$/gm),
  ([, id = '', , state = '', how = '']) => ({ id, state, how }),
);
/** How many requirements of levels 1 and 2 each chapter of ASVS 5.0.0 has. */
const ofChapter = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

describe('the list of ASVS 5.0', () => {
  it('has every requirement of levels 1 and 2 once, each with a state and what speaks for it', () => {
    expect(page.match(/^\| \d/gm)).toHaveLength(rows.length);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(ofChapter.map((_, index) => rows.filter(({ id }) => id.startsWith(`${index + 1}.`)).length)).toEqual(
      ofChapter,
    );
  });

  it('counts its states as they are', () => {
    for (const state of ['met', 'not applicable', 'operator', 'gap'])
      expect([state, page.includes(`**${state}**: ${rows.filter((row) => row.state === state).length}.`)]).toEqual([
        state,
        true,
      ]);
  });
});
