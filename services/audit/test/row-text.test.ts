import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { canonicalJson } from '../src/domain/canonical-json.ts';
import { type ChainRow, rowText } from '../src/domain/chain-link.ts';

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '"', '\\', '\u2028', '\ud800', '\u0000'));
const number = fc.oneof(fc.double(), fc.integer(), fc.maxSafeInteger());

it('a row is hashed as its canonical JSON, whatever stands in it', () => {
  const rows: fc.Arbitrary<Omit<ChainRow, 'hash'>> = fc.record(
    {
      seq: number,
      id: text,
      actionType: text,
      createdTimestamp: number,
      username: text,
      userId: text,
      ip: text,
      details: text,
      args: text,
      outcome: text,
    },
    { requiredKeys: ['seq', 'id', 'actionType', 'createdTimestamp', 'username', 'ip', 'details', 'args', 'outcome'] },
  );
  fc.assert(fc.property(rows, (row) => expect(rowText(row)).toBe(canonicalJson(row))));
});
