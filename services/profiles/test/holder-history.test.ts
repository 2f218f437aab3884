import { describe, expect, it } from '@jest/globals';
import type { Observation, Profile, SourceFields } from '@numscope/contracts';
import { buildObservation } from '@numscope/testing';
import * as fc from 'fast-check';
import { foldProfile, picturesOf } from '../src/domain/fold-profile.ts';
import { newestObservations } from '../src/domain/newest-observations.ts';
import { madeUpHistory } from '@numscope/testing/made-up-histories';

const YEAR = (year: number, month = 0): number => Date.UTC(year, month, 1);
const NOW = YEAR(2026);
const identity = { id: 'profile-1', phone: '+998901234567', createdTimestamp: NOW, jobs: [] };
const foldOf = (given: readonly Observation[]): Profile => foldProfile(identity, newestObservations([], given));

let count = 0;
const said = (source: string, fields: SourceFields, more: Partial<Observation> = {}): Observation =>
  buildObservation({ id: `${source}-${count++}`, source, fields, at: NOW, trust: 0.5, ...more });
const named = (name: string): SourceFields => ({ names: [{ name, type: 'OK' }] });
const anvar: SourceFields = { ...named('Anvar Karimov'), emails: ['anvar@mail.example'], photos: ['a'.repeat(64)] };
const malika: SourceFields = { ...named('Malika Yusupova'), emails: ['malika@mail.example'], photos: ['b'.repeat(64)] };
const sources = ['ALPHA', 'BRAVO', 'CHARLIE', 'DELTA', 'ECHO'];

describe('a number that changed hands', () => {
  const dated = [
    said('ALPHA', anvar, { observedAt: YEAR(2015) }),
    said('BRAVO', named('Анвар Каримов'), { observedAt: YEAR(2017) }),
    said('CHARLIE', malika, { observedAt: YEAR(2021) }),
    said('DELTA', named('Юсупова Малика'), { observedAt: YEAR(2022) }),
    said('ECHO', malika, { observedAt: YEAR(2024) }),
  ];

  it('is told of by the dates of five sources, and what is said of the former holder stands apart', () => {
    const profile = foldOf(dated);
    expect(profile.otherHolder).toMatchObject({ reasons: ['NAMES', 'EMAILS'] });
    expect(profile.otherHolder?.since).toBeGreaterThan(YEAR(2017));
    expect(profile.otherHolder?.since).toBeLessThan(YEAR(2021));
    expect(profile).toMatchObject({ emails: ['malika@mail.example'], sources: ['CHARLIE', 'DELTA', 'ECHO'] });
    expect(profile.names.map(({ name }) => name)).toEqual(['Malika Yusupova']);
    expect(profile.disagreements).toEqual([]);
    const [earlier] = profile.earlier;
    expect(earlier).toMatchObject({
      emails: ['anvar@mail.example'],
      sources: ['ALPHA', 'BRAVO'],
      until: profile.otherHolder?.since,
    });
    expect(earlier?.provenance['emails']).toMatchObject([{ source: 'ALPHA', observedAt: YEAR(2015) }]);
    expect(picturesOf(profile)).toEqual(['b'.repeat(64), 'a'.repeat(64)]);
  });

  it('is told of by sources that say somebody else than before, be there a laggard', () => {
    const before = sources.map((source) => said(source, anvar, { at: YEAR(2023) }));
    const after = sources.map((source) => said(source, source === 'ECHO' ? anvar : malika, { at: YEAR(2024) }));
    const profile = foldOf([...before, ...after]);
    expect(profile.otherHolder?.since).toBeGreaterThan(YEAR(2023));
    expect(profile.otherHolder?.since).toBeLessThan(YEAR(2024));
    expect(profile.sources).not.toContain('ECHO');
    expect(profile.emails).toEqual(['malika@mail.example']);
    expect(profile.earlier).toHaveLength(1);
    expect(profile.earlier[0]?.sources).toEqual(sources);
  });

  it('keeps its former holder, however often a source says anew when it last saw the name of the present one', () => {
    const month = (place: number): number => YEAR(2023, place);
    const seen = (name: string, at: number): SourceFields => ({
      ...named(name),
      valueTimes: { names: [{ value: { name, type: 'OK' }, observedAt: at }] },
    });
    const answers = ['ALPHA', 'BRAVO'].flatMap((source) => [
      said(source, { ...seen('Anvar Karimov', month(-24)), birthDate: '1980-01-02' }, { at: month(-24) }),
      ...Array.from({ length: 30 }, (_none, place) =>
        said(source, { ...seen('Malika Yusupova', month(place)), birthDate: '1995-03-04' }, { at: month(place) }),
      ),
    ]);
    expect(newestObservations([], answers)).toMatchObject([
      { since: month(0), former: [{ at: month(-24) }] },
      { since: month(0), former: [{ at: month(-24) }] },
    ]);
    expect(foldOf(answers).earlier).toMatchObject([{ names: [{ name: 'Anvar Karimov' }], birthDate: '1980-01-02' }]);
  });

  it('twice has two former holders, the last one first', () => {
    const third = named('Timur Saidov');
    const history = [anvar, malika, third].flatMap((fields, place) =>
      sources.map((source) => said(source, fields, { at: YEAR(2018 + 3 * place) })),
    );
    const { earlier, names } = foldOf(history);
    expect(names[0]?.name).toBe('Timur Saidov');
    expect(earlier.map((one) => one.names[0]?.name)).toEqual(['Malika Yusupova', 'Anvar Karimov']);
  });

  it('needs a second witness, be it the SIM, the provider or the network', () => {
    const one = [said('ALPHA', anvar, { at: YEAR(2023) }), said('ALPHA', malika, { at: YEAR(2024) })];
    expect(foldOf(one).otherHolder).toBeNull();
    const line = (fields: SourceFields['line'], at: number): Observation => said('HLR', { line: fields }, { at });
    const soon = [said('ALPHA', anvar, { at: YEAR(2023, 4) }), said('ALPHA', malika, { at: YEAR(2023, 6) })];
    expect(foldOf(soon).otherHolder).toBeNull();
    const swapped = foldOf([...soon, line({ simSwappedAt: YEAR(2023, 5) }, YEAR(2024))]);
    expect(swapped.otherHolder).toMatchObject({ since: YEAR(2023, 5), reasons: expect.arrayContaining(['SIM_SWAP']) });
    expect(foldOf([...one, line({ reassigned: true }, YEAR(2024))]).otherHolder?.reasons).toContain('REASSIGNED');
    const unassigned = foldOf([...one, line({ status: 'UNASSIGNED' }, YEAR(2023, 6)), line({ status: 'ACTIVE' }, NOW)]);
    expect(unassigned.otherHolder?.reasons).toContain('UNASSIGNED');
  });
});

describe('no change of holder', () => {
  it.each([
    [
      'a source that spells otherwise',
      [
        said('ALPHA', named('Anvar Karimov'), { at: YEAR(2020) }),
        said('ALPHA', named('Каримов Анвар'), { at: YEAR(2024) }),
        said('BRAVO', named('Tolya Karimov'), { at: YEAR(2020) }),
        said('BRAVO', named('A. Karimov'), { at: YEAR(2024) }),
      ],
    ],
    [
      'two sources that always disagreed side by side',
      [2020, 2022, 2024].flatMap((year) => [
        said('ALPHA', anvar, { at: YEAR(year) }),
        said('BRAVO', malika, { at: YEAR(year) }),
      ]),
    ],
    [
      'sources that disagree in one look-up',
      [said('ALPHA', anvar), said('BRAVO', malika), said('CHARLIE', named('Timur Saidov'))],
    ],
    [
      'who marries',
      sources.flatMap((source) => [
        said(source, named('Malika Yusupova'), { at: YEAR(2020) }),
        said(source, named('Malika Karimova'), { at: YEAR(2023) }),
      ]),
    ],
    [
      'failures',
      sources.flatMap((source) => [
        said(source, anvar, { at: YEAR(2020) }),
        said(source, {}, { at: YEAR(2023), status: 'FAILED', fields: null }),
      ]),
    ],
    [
      'one old list that says somebody else',
      [
        said('ALPHA', malika, { observedAt: YEAR(2023) }),
        ...sources.slice(1).map((source) => said(source, anvar, { observedAt: YEAR(2024) })),
      ],
    ],
  ])('is %s', (_what, history) => {
    const profile = foldOf(history);
    expect(profile.otherHolder).toBeNull();
    expect(profile.earlier).toEqual([]);
  });
});

describe('of a thousand made-up histories', () => {
  it('without a change at most one in a hundred is held for one', () => {
    const histories = Array.from({ length: 1000 }, (_none, seed) => madeUpHistory(seed, false));
    const held = histories.filter(({ observations }) => foldOf(observations).otherHolder !== null);
    expect(held.length).toBeLessThanOrEqual(10);
  });

  it('with a change at least 95 in a hundred are found, and 95 of a hundred of these at their time', () => {
    const histories = Array.from({ length: 1000 }, (_none, seed) => madeUpHistory(10_000 + seed, true));
    const found = histories.flatMap(({ observations, gap }) => {
      const { otherHolder } = foldOf(observations);
      return otherHolder && gap ? [{ since: otherHolder.since, gap }] : [];
    });
    expect(found.length).toBeGreaterThanOrEqual(950);
    // Where a source says a wrong person who is much like the next holder, the change seems to have been earlier.
    const inGap = found.filter(({ since, gap }) => since >= gap.from && since <= gap.to);
    expect(inGap.length / found.length).toBeGreaterThanOrEqual(0.95);
  });

  it('each comes out the same whatever came first, and whatever came twice', () => {
    fc.assert(
      fc.property(
        fc
          .record({ seed: fc.nat(), changes: fc.boolean() })
          .map(({ seed, changes }) => madeUpHistory(seed, changes).observations)
          .chain((list) =>
            fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }), fc.nat(list.length)),
          ),
        ([list, shuffled, cut]) => {
          const first = newestObservations([], shuffled.slice(0, cut));
          const all = newestObservations(newestObservations(first, shuffled.slice(cut)), list.slice(0, 5));
          expect(JSON.stringify(foldProfile(identity, all))).toBe(JSON.stringify(foldOf(list)));
        },
      ),
      { numRuns: 200 },
    );
  });
});

it('of very many sources, as an import may name them, a profile is computed in no time', () => {
  // All compared with all, these would take minutes.
  const date = 'a long word '.repeat(40);
  const dated = Array.from({ length: 3000 }, (_none, at) => said(`SOURCE_${at}`, { birthDate: `${date}${at}` }));
  expect(foldOf(dated).confidence).toBeGreaterThan(0);
  const word = (at: number): string =>
    String(10_000 + at * 7).replaceAll(/\d/g, (digit) => 'bdfgklmnpr'.charAt(Number(digit)) + 'a');
  const lines = Array.from({ length: 30_000 }, (_none, at) =>
    said(`LINE_${at}`, { line: { simSwappedAt: YEAR(2000) + at } }, { observedAt: YEAR(2000) + at }),
  );
  const people = Array.from({ length: 60 }, (_none, at) =>
    said(`SOURCE_${at}`, named(`${word(at)} ${word(at + 60)}`), { observedAt: YEAR(2000 + (at % 20), at % 12) }),
  );
  expect(foldOf([...lines, ...people]).sources).not.toHaveLength(0);
  const many = Array.from({ length: 150_000 }, (_none, at) =>
    said(`SOURCE_${at}`, { line: { simSwappedAt: YEAR(2000) } }, { observedAt: YEAR(2000) + at }),
  );
  expect(foldOf(many).sources).toHaveLength(many.length);
});
