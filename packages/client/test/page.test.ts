import { expect, it } from '@jest/globals';
import * as client from '@numscope/client';
import * as page from '../src/page.ts';

it('gives pages the same values under the same names', () => {
  const all = new Map<string, unknown>(Object.entries(client));
  const given = Object.entries(page);
  expect(given.length).toBeGreaterThan(0);
  for (const [name, value] of given) expect(value).toBe(all.get(name));
});
