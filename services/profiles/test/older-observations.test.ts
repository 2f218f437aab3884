import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import type { KeptObservation } from '../src/domain/observation.ts';
import { oldestOf, withoutOlder } from '../src/domain/older-observations.ts';

const one = fc.record({ at: fc.nat(100), id: fc.uuid() }).map(({ at, id }): KeptObservation => ({
  id,
  at,
  source: 'TELEGRAM',
  cached: false,
  status: 'FOUND',
  fields: null,
  trust: 1,
}));
const kept = fc
  .tuple(one, fc.option(fc.array(one, { minLength: 1, maxLength: 5 }), { nil: undefined }))
  .map(([newest, former]): KeptObservation => (former ? { ...newest, former } : newest));
const count = (all: readonly KeptObservation[]): number =>
  all.reduce((sum, { former = [] }) => sum + 1 + former.length, 0);

it('takes out exactly what is older, also of what a source said before, and the newest of a source takes its past along', () => {
  fc.assert(
    fc.property(fc.array(kept, { maxLength: 8 }), fc.nat(100), (all, before) => {
      const { left, forgotten } = withoutOlder(all, before);
      expect(oldestOf(left)).toBeGreaterThanOrEqual(before);
      expect(count(left) + forgotten).toBe(count(all));
      const young = all.filter(({ at }) => at >= before);
      expect(left.map(({ id }) => id)).toEqual(young.map(({ id }) => id));
      expect(count(left)).toBe(
        young.reduce((sum, { former = [] }) => sum + 1 + former.filter(({ at }) => at >= before).length, 0),
      );
      if (oldestOf(all) >= before) expect({ left, forgotten }).toEqual({ left: all, forgotten: 0 });
    }),
  );
});
