import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { canonicalJson } from '../src/domain/canonical-json.ts';
import { phonesIn } from '../src/domain/phones-in.ts';
import { setUp } from './setup.ts';
import { phoneSuite } from './phone-suite.ts';

describe('the entries that name a phone', () => phoneSuite(() => setUp(false)));

it('a phone is known among any text that is no digit of its own', () => {
  const text = fc.string({ unit: 'binary' }).map((some) => some.replaceAll(/\d/g, 'x'));
  const digits = fc.stringMatching(/^[1-9]\d{4,14}$/);
  fc.assert(
    fc.property(text, digits, text, (before, one, after) => {
      const around = `${before}${one}${after}`;
      expect(phonesIn(around.toWellFormed(), '{}')).toEqual([one]);
      expect(phonesIn('', canonicalJson({ text: around }))).toEqual([one]);
    }),
    { numRuns: 30 },
  );
});
