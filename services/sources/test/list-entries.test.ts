import { describe, expect, it } from '@jest/globals';
import { readListEntries } from '../src/domain/fields/list-entries.ts';

describe('the entries of a list', () => {
  it('are read without what follows the first #, whatever stands there', () => {
    expect(readListEntries('+998 90 123-45-67 # her # own\n99893* # all\u2028of it\n# nothing')).toEqual({
      entries: ['+998901234567', '+99893*'],
      bad: [],
    });
  });

  it('are read in no time, whatever stands in the text', () => {
    // By the square of their length these would take minutes.
    const most = 1_000_000;
    expect(readListEntries(`99893*${'#'.repeat(most)}\u2028`)).toEqual({ entries: ['+99893*'], bad: [] });
    expect(readListEntries(`9${' '.repeat(most)}x`).bad).toHaveLength(1);
    expect(readListEntries('\n'.repeat(most)).bad).toEqual([]);
  });
});
