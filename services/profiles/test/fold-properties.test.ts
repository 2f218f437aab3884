import { describe, expect, it } from '@jest/globals';
import { type Observation, Profile } from '@numscope/contracts';
import * as fc from 'fast-check';
import { cleanFields } from '../src/domain/clean-fields.ts';
import { foldProfile } from '../src/domain/fold-profile.ts';
import { newestObservations } from '../src/domain/newest-observations.ts';
import { keyOf } from '../src/domain/value-keys.ts';
import { observations, sourceFields } from './arbitraries.ts';

const identity = {
  id: 'profile-1',
  phone: '+998901234567',
  createdTimestamp: 1_700_000_000_000,
  jobs: [{ id: 'job-1', number: 1 }],
};
const foldOf = (given: readonly Observation[]): Profile => foldProfile(identity, newestObservations([], given));

describe('the fold', () => {
  it('whatever the order of the observations, the profile is the same to the letter', () => {
    fc.assert(
      fc.property(
        observations.chain((list) =>
          fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
        ),
        ([list, shuffled]) => {
          expect(JSON.stringify(foldOf([...shuffled, ...list.slice(0, 3)]))).toBe(JSON.stringify(foldOf(list)));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('however late each source answers, the values are the same', () => {
    const later = fc.array(fc.nat(1_000_000_000), { minLength: 8, maxLength: 8 });
    const undated = (provenance: Profile['provenance']): unknown =>
      Object.entries(provenance).map(([field, entries]) => [field, entries.map((entry) => ({ ...entry, at: 0 }))]);
    const timeless = ({ provenance, ...profile }: Profile): unknown => ({
      ...profile,
      timestamp: 0,
      provenance: undated(provenance),
      earlier: profile.earlier.map((one) => ({ ...one, provenance: undated(one.provenance) })),
    });
    const said = (source: string, fields: Observation['fields'], more: Partial<Observation> = {}): Observation => ({
      id: source,
      phone: identity.phone,
      source,
      account: null,
      at: 1_700_000_000_000,
      cached: false,
      status: 'FOUND',
      fields,
      trust: 0,
      ...more,
    });
    // What a numbering plan says, it says of the number: whoever holds that, it says so of nobody.
    const planOfSomebody = [
      said('TELEGRAM', {}),
      said('GETCONTACT', { names: [{ name: 'jose', type: 'OK' }], line: { reassigned: true } }),
      said('NUMBERING_PLAN', { lastName: 'Anvar' }, { observedAt: 1_600_000_000_000 }),
    ];
    fc.assert(
      fc.property(observations, later, (list, delays) => {
        const one = [...new Map(list.map((observation) => [observation.source, observation])).values()];
        const delayed = one.map((observation, place) => ({
          ...observation,
          at: observation.at + (delays[place] ?? 0),
        }));
        expect(timeless(foldOf(delayed))).toEqual(timeless(foldOf(one)));
      }),
      { numRuns: 200, examples: [[planOfSomebody, [0, 86_400_001, 0, 0, 0, 0, 0, 0]]] },
    );
  });

  it('when observations come in parts or twice, then the profile is that of all of them at once', () => {
    fc.assert(
      fc.property(observations, fc.nat(8), (list, cut) => {
        const first = newestObservations([], list.slice(0, cut));
        const both = newestObservations(newestObservations(first, list.slice(cut)), list);
        expect(JSON.stringify(foldProfile(identity, both))).toBe(JSON.stringify(foldOf(list)));
      }),
    );
  });

  it('every profile has the declared shape, and a confidence from 0 to 1', () => {
    fc.assert(
      fc.property(observations, (list) => {
        const profile = foldOf(list);
        expect(Profile.parse(profile)).toEqual(profile);
        expect(profile.confidence).toBeGreaterThanOrEqual(0);
        expect(profile.confidence).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('lists have no repeats, no blanks, and lose nothing that a counted source said', () => {
    fc.assert(
      fc.property(observations, (list) => {
        const kept = newestObservations([], list);
        const profile = foldProfile(identity, kept);
        for (const field of ['emails', 'phones', 'work', 'sites'] as const) {
          const keys = profile[field].map(keyOf[field]);
          expect(new Set(keys).size).toBe(keys.length);
          // Where the number has changed hands, what was said of the former holder stands apart.
          if (profile.otherHolder !== null) continue;
          const said = kept.flatMap(({ status, fields }) => (status === 'FOUND' ? (fields?.[field] ?? []) : []));
          expect(new Set(said.map(keyOf[field]))).toEqual(new Set(keys));
          expect((profile.provenance[field] ?? []).map(({ value }) => value).sort()).toEqual(said.sort());
        }
        expect(profile.names.every(({ name, type }) => name.trim() !== '' && type !== '')).toBe(true);
        expect(
          profile.socialNetworks.every(({ id, socialNetwork }) => id.trim() !== '' && socialNetwork.trim() !== ''),
        ).toBe(true);
      }),
    );
  });

  it('cleaning twice is cleaning once', () => {
    fc.assert(
      fc.property(sourceFields, (fields) => expect(cleanFields(cleanFields(fields))).toEqual(cleanFields(fields))),
    );
  });
});
