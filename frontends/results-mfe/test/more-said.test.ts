import { expect, it } from '@jest/globals';
import { limits } from '@numscope/contracts';
import { mayBeMore } from '../src/domain/more-said.ts';

const saidBy = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).flatMap(([source, count]) =>
    Array.from({ length: count }, (_none, place) => ({
      source,
      at: 1,
      observedAt: null,
      cached: false,
      value: `${source} ${place}`,
    })),
  );
const names = (counts: Readonly<Record<string, number>>): boolean =>
  mayBeMore({ provenance: { names: saidBy(counts) } }, 'names');

it('says that there may be more where a source said as much as is read, or all as many names as are told', () => {
  expect(names({ A: limits.namesOfAnswer, B: 1 })).toBe(true);
  expect(names({ A: 166, B: 166, C: 166 })).toBe(true);
  const emails = { emails: saidBy({ A: limits.valuesOfAnswer }) };
  expect([mayBeMore({ provenance: emails }, 'emails'), mayBeMore({ provenance: emails }, 'phones')]).toEqual([
    true,
    false,
  ]);
});

it('says nothing where all has room', () => {
  expect(names({})).toBe(false);
  expect(names({ A: limits.namesOfAnswer - 1, B: 199 })).toBe(false);
  expect(mayBeMore({ provenance: { emails: saidBy({ A: 500, B: 499 }) } }, 'emails')).toBe(false);
});
