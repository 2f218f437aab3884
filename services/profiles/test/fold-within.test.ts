import { expect, it } from '@jest/globals';
import { buildObservation } from '@numscope/testing';
import * as fc from 'fast-check';
import { foldWithin } from '../src/domain/fold-within.ts';
import { newestObservations } from '../src/domain/newest-observations.ts';
import { allKept, type KeptObservation } from '../src/domain/observation.ts';

const identity = { id: 'profile-1', phone: '+998901234567', createdTimestamp: 1, jobs: [] };
const MOST = 20_000;
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Of some sources several answers each, of other people, some of them with more than has room. */
const answers = fc
  .array(
    fc.record({
      source: fc.constantFrom('ALPHA', 'BRAVO', 'CHARLIE'),
      name: fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom('a', 'b', 'Ж', '\u0001', '"') }),
      chars: fc.nat(6000),
      values: fc.nat(100),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((all) =>
    newestObservations(
      [],
      all.map(({ source, name, chars, values }, place) =>
        buildObservation({
          id: `o${place}`,
          source,
          at: 1000 + place,
          fields: {
            firstName: name,
            about: 'ы'.repeat(chars),
            addresses: Array.from({ length: values }, (_none, at) => `${place} ${at}`),
          },
        }),
      ),
    ),
  );

const ids = (observations: readonly KeptObservation[]): string[] => allKept(observations).map(({ id }) => id);

it('a profile and what it is computed of have room together, and whatever has is left as it is', () => {
  let trimmed = 0;
  fc.assert(
    fc.property(answers, (given) => {
      const { profile, isPlan, observations } = foldWithin(identity, given, MOST);
      expect(bytesOf(profile) + bytesOf(observations)).toBeLessThanOrEqual(MOST);
      expect(foldWithin(identity, observations, MOST)).toEqual({ profile, isPlan, observations });
      const whole = foldWithin(identity, given, Infinity);
      expect(whole.observations).toBe(given);
      if (bytesOf(whole.profile) + bytesOf(given) <= MOST) expect(observations).toBe(given);
      else trimmed++;
    }),
    { numRuns: 200 },
  );
  expect(trimmed).toBeGreaterThan(0);
});

it('what a source said before goes first, the oldest of it, and then the largest fields of what it says now', () => {
  const said = (id: string, at: number, chars: number) =>
    buildObservation({ id, source: 'ALPHA', at, fields: { firstName: `Name ${id}`, about: 'a'.repeat(chars) } });
  const former = newestObservations(
    [],
    [said('1', 1, 3000), said('2', 2, 3000), said('3', 3, 3000), said('4', 4, 3000)],
  );
  expect(ids(foldWithin(identity, former, 14_000).observations)).toEqual(['4', '3']);
  const large = newestObservations([], [said('1', 1, 3000), said('2', 2, 30_000)]);
  const { profile, observations } = foldWithin(identity, large, MOST);
  expect(ids(observations)).toEqual(['2']);
  expect(profile).toMatchObject({ firstName: 'Name 2', about: null });
});
