import { describe, expect, it } from '@jest/globals';
import { calls, limits, Profile } from '@numscope/contracts';
import { buildObservation } from '@numscope/testing';
import { foldProfile } from '../src/domain/fold-profile.ts';
import { newestObservations } from '../src/domain/newest-observations.ts';
import { foundPhone, setUp } from './setup.ts';

const identity = { id: 'profile-1', phone: '+998901234567', createdTimestamp: 1, jobs: [] };
const syllables = ['an', 'var', 'ka', 'rim', 'bek', 'dil', 'shod', 'mu', 'rod', 'gul', 'no', 'ra', 'pet', 'yus'];
const word = (n: number): string =>
  [n, Math.floor(n / 14), Math.floor(n / 196)].map((part) => syllables[part % 14] ?? '').join('');
/** All different, and other ones with each seed. */
const nameOf = (n: number, seed: number): string => `${word(n + seed * 31)} ${word(n * 7 + seed)}`;

const observationsOf = (sources: number, names: number, seed = 0) =>
  Array.from({ length: sources }, (_none, source) =>
    buildObservation({
      id: `o${source}`,
      source: `S${String(source).padStart(2, '0')}`,
      trust: 0.5,
      fields: {
        names: Array.from({ length: names }, (_each, place) => ({
          name: nameOf(source * names + place, seed),
          type: 'OK',
        })),
      },
    }),
  );
const foldOf = (given: ReturnType<typeof observationsOf>) => foldProfile(identity, newestObservations([], given));

describe('a profile of very many names', () => {
  it('is folded in less than what others may be held up by', () => {
    const took = Array.from({ length: 7 }, (_none, seed) => {
      const given = observationsOf(20, 1000, seed);
      const begun = process.threadCpuUsage();
      foldOf(given);
      const { user, system } = process.threadCpuUsage(begun);
      return (user + system) / 1000;
    });
    // Of the thread's own time, the quickest of several: what the machine does besides is no fault of the fold.
    expect(Math.min(...took)).toBeLessThan(50);
  });

  it('tells as many of each source as all can have, and all of those that say few', () => {
    const profile = foldOf([
      ...observationsOf(5, 1000),
      ...observationsOf(1, 3, 9).map((one) => ({ ...one, source: 'FEW' })),
    ]);
    const told = Map.groupBy(profile.provenance['names'] ?? [], ({ source }) => source);
    expect([...told].map(([source, entries]) => [source, entries.length])).toEqual([
      ['FEW', 3],
      ...['S00', 'S01', 'S02', 'S03', 'S04'].map((source) => [source, 99]),
    ]);
  });

  it('takes no name of endless length', () => {
    const [one] = observationsOf(1, 1);
    const profile = foldOf(one ? [{ ...one, fields: { names: [{ name: 'Anvar '.repeat(3000), type: 'OK' }] } }] : []);
    expect(profile.names[0]?.name.length).toBeLessThanOrEqual(500);
  });
});

it('a profile has as many names of one answer as are read, by which a page knows that there may be more', async () => {
  const setup = await setUp();
  const names = Array.from({ length: limits.namesOfAnswer + 1 }, (_none, place) => ({
    name: nameOf(place, 1),
    type: 'OK',
  }));
  await setup.resolve(foundPhone(identity.phone, { names }));
  const answer = await setup.user.call(calls.getProfile, { params: { phone: identity.phone } });
  expect(Profile.parse(answer.json()).provenance['names']).toHaveLength(limits.namesOfAnswer);
  await setup.close();
});
