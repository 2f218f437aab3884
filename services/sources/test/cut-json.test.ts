import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { cutJson, joinJson } from '../src/connectors/http/formats/cut-json.ts';

it('a value is the same once it was cut and joined, however short its pieces are', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 1, max: 60 }), async (value, most) => {
      const cut = cutJson(value, most);
      runs += cut.runs.length;
      expect(await joinJson(cut)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 500 },
  );
  expect(runs).toBeGreaterThan(500);
});

it('no piece of long lists, also within one another, is much longer than asked', () => {
  const row = Array.from({ length: 30 }, () => 'ab');
  const { json, runs } = cutJson({ page: 1, found: { rows: Array.from({ length: 500 }, () => row) } }, 1000);
  const chars = [json, ...runs.map(({ part }) => part)].map((piece) => piece.length);
  expect(chars.length).toBeGreaterThan(50);
  expect(Math.max(...chars)).toBeLessThan(1200);
});

it('no piece of an object of very many short fields is much longer than asked, either', async () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_none, index) => [`key ${index}`, index]));
  const value = { page: 1, found: [{ many, last: true }] };
  const cut = cutJson(value, 1000);
  const chars = [cut.json, ...cut.runs.map(({ part }) => part)].map((piece) => piece.length);
  expect(chars.length).toBeGreaterThan(50);
  expect(Math.max(...chars)).toBeLessThan(1200);
  const joined = await joinJson(cut);
  expect(joined).toEqual(value);
  expect(JSON.stringify(joined)).toBe(JSON.stringify(value));
});
