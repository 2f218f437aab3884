import { expect, it } from '@jest/globals';
import { assert, nat, property, string } from 'fast-check';
import { column, longText } from '../src/sqlite/index.ts';

it('gives back every text, long or short', () => {
  assert(
    property(string({ unit: 'grapheme' }), nat(3000), (text, times) => {
      const long = text.repeat(times);
      expect(column.longText({ events: longText(long) }, 'events')).toBe(long);
    }),
  );
});

it('keeps a batch of events in less than a fifth of its length', () => {
  const batch = Array.from({ length: 4000 }, (_none, index) => JSON.stringify({ type: 'phone.resolved', index })).join(
    '\n',
  );
  expect(longText(batch).length).toBeLessThan(batch.length / 5);
});

it('refuses what is neither a text nor compressed', () => {
  expect(() => column.longText({ events: 5 }, 'events')).toThrow('the column events holds number');
  expect(() => column.longText({ events: new Uint8Array([1, 2, 3]) }, 'events')).toThrow();
});
