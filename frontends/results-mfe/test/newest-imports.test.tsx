import { describe, expect, it } from '@jest/globals';
import { OLD, noAnswer, wordsOnceAnswered, wordsOnceRefused } from '../../../packages/ui/test/failed-again.ts';
import { type ImportFault, type ImportInfo, limits } from '@numscope/contracts';
import { callKey } from '@numscope/ui';
import { NewestImports } from '../src/features/import/newest-imports.tsx';

const at = Date.UTC(2026, 10, 30, 9);
const one = (changes: Partial<ImportInfo>): ImportInfo => ({
  id: 'i1',
  state: 'DONE',
  profiles: 12_000,
  applied: 12_000,
  by: 'l_okafor',
  startedAt: at,
  finishedAt: at + 60_000,
  faults: [],
  ...changes,
});
const key = callKey('listImports', {});
const wordsOf = (...imports: ImportInfo[]): string =>
  wordsOnceAnswered(<NewestImports />, [[key, imports]], null).replaceAll(/\d\d:\d\d/g, 'TIME');
const running = { applied: 400, finishedAt: null };
const row = (n: number): ImportFault => ({ row: n, field: 'phone', message: `is none ${n}` });

describe('the newest imports', () => {
  it('say how each ended, of whom, and from when to when', () => {
    const words = wordsOf(one({}), one({ id: 'i0', by: 'ann', state: 'WITHDRAWN' }));
    expect(words.split('TIME')).toHaveLength(5);
    expect(words).toMatch(/Done\n12,000 profiles are imported\nl_okafor\n/);
    expect(words).toMatch(/Broken off\nNothing is imported\nann\n/);
    expect(words).toContain('What is wrong\nFile: it was broken off before it was read to its end');
  });

  it.each([
    ['READING', 'Being read\n12,000 are read'],
    ['APPLYING', 'Coming in\n400 of 12,000 are in'],
  ] as const)('say of one that is %s how far it is, and no end', (state, says) => {
    const words = wordsOf(one({ ...running, state }));
    expect(words).toContain(says);
    expect(words.split('TIME')).toHaveLength(2);
  });

  it('name the rows that were refused, and that there may be more where no further was looked', () => {
    const few = wordsOf(one({ state: 'REFUSED', faults: [row(2), row(7)] }));
    expect(few).toContain('Refused\nNothing is imported');
    expect(few).toContain('Row 2: phone: is none 2\nRow 7: phone: is none 7');
    expect(few).not.toContain('there may be more');
    const many = Array.from({ length: limits.importFaults }, (_none, n) => row(n + 1));
    expect(wordsOf(one({ state: 'REFUSED', faults: many }))).toContain('These are the first 100; there may be more.');
  });

  it('say that there are none, that they may be old, and that they could not be loaded', () => {
    expect(wordsOf()).toContain('The server remembers none.');
    expect(wordsOnceAnswered(<NewestImports />, [[key, [one({})]]], noAnswer)).toContain(OLD);
    expect(wordsOnceRefused(<NewestImports />, [key])).toContain('The imports could not be loaded');
  });
});
