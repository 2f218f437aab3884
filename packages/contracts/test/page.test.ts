import { expect, it } from '@jest/globals';
import * as contracts from '@numscope/contracts';
import * as page from '@numscope/contracts/page';

it('gives pages the same values under the same names', () => {
  const all = new Map<string, unknown>(Object.entries(contracts));
  const given = Object.entries(page);
  expect(given.length).toBeGreaterThan(0);
  for (const [name, value] of given) expect(value).toBe(all.get(name));
});
