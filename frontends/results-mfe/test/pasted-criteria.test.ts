import { describe, expect, it } from '@jest/globals';
import { type Criteria, noCriteria, notUnderstood } from '@numscope/ui';
import { pastedCriteria } from '../src/features/results/pasted-criteria.ts';

const phone = (value: string) => ({ field: 'phone', value });
const known: Criteria = { items: [phone('+447700900142')], must: [] };

describe('a pasted list', () => {
  it('adds what the search has not, each once, and says which lines mean nothing', () => {
    const pasted = pastedCriteria('+447700900142\n+447700900143; +44 7700 900143\r\n\n?!', 'guess', known);
    expect(pasted.fresh).toEqual([phone('+447700900143')]);
    expect(pasted.unknown).toEqual(['?!']);
    expect(pasted.lines).toHaveLength(4);
  });

  it('says how many lines mean nothing, and shows the first of them, each cut', () => {
    expect(notUnderstood(['?!'])).toBe('1 line was not understood: ?!');
    const many = [...'!?.,:-'.split(''), '~'.repeat(99)];
    expect(notUnderstood(many)).toBe('7 lines were not understood: !, ?, ., ,, :, …');
    expect(notUnderstood(many.slice(-1))).toBe(`1 line was not understood: ${'~'.repeat(40)}…`);
  });

  it('takes each line as a value of the chosen kind', () => {
    expect(pastedCriteria('Marta\nIvo\nMarta', 'name', noCriteria).fresh).toEqual([
      { field: 'name', value: 'Marta' },
      { field: 'name', value: 'Ivo' },
    ]);
  });

  it('is read in time however long it is', () => {
    const text = Array.from({ length: 200_000 }, (_, i) => `+99890${String(i).padStart(7, '0')}`).join('\n');
    const begun = performance.now();
    expect(pastedCriteria(text, 'guess', noCriteria).fresh).toHaveLength(200_000);
    // Compared with each other line it takes minutes.
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});
