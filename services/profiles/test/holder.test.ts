import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Observation, SourceFields } from '@numscope/contracts';
import { buildObservation } from '@numscope/testing';
import { foldProfile } from '../src/domain/fold-profile.ts';
import { newestObservations } from '../src/domain/newest-observations.ts';

const NOW = 1_750_000_000_000;
const identity = { id: 'profile-1', phone: '+998901234567', createdTimestamp: NOW, jobs: [] };
const said = (source: string, fields: SourceFields, more: Partial<Observation> = {}): Observation =>
  buildObservation({ id: source, source, fields, at: NOW, trust: 0.5, ...more });
const foldOf = (...given: Observation[]) => foldProfile(identity, newestObservations([], given));
const names = (...texts: string[]): SourceFields => ({ names: texts.map((name) => ({ name, type: 'OK' })) });

describe('names', () => {
  it('of one person in several scripts and orders are one with its forms, as the most trusted wrote it', () => {
    const profile = foldOf(
      said('A', names('Анвар Каримов', 'Anvar work')),
      said('B', names('Anvar Karimov', 'ANVAR  KARIMOV'), { trust: 0.9 }),
      said('C', names('Karimov Anvar')),
      said('D', names('أنور كريموف')),
    );
    expect(profile.names).toEqual([
      {
        name: 'Anvar Karimov',
        type: 'OK',
        forms: ['Anvar Karimov', 'Анвар Каримов', 'Karimov Anvar', 'أنور كريموف'],
      },
      { name: 'Anvar work', type: 'OK' },
    ]);
    expect(profile.provenance['names']).toHaveLength(6);
    expect(profile.disagreements).toEqual([]);
  });

  it('without vowels that may be of two stay one of their own', () => {
    const profile = foldOf(said('A', names('Anvar Karimov', 'Unver Karimov')), said('B', names('أنور كريموف')));
    expect(profile.names.map(({ name }) => name)).toEqual(['Anvar Karimov', 'Unver Karimov', 'أنور كريموف']);
  });

  it('that most sources say go first among equally trusted ones', () => {
    const profile = foldOf(
      said('A', names('Taxi')),
      said('B', names('Anvar Karimov')),
      said('C', names('Каримов Анвар')),
    );
    expect(profile.names[0]).toMatchObject({ name: 'Anvar Karimov' });
  });
});

describe('disagreements', () => {
  it('tell each value with its sources, the chosen one first, and the rule that chose; names before all', () => {
    const profile = foldOf(
      said('A', { ...names('Anvar Karimov'), birthDate: '05.03.1990', city: 'Toshkent' }),
      said('B', { ...names('Boris Petrov'), birthDate: '1991-01-01', city: 'Ташкент' }, { trust: 0.9 }),
      said('C', { ...names('Каримов Анвар'), birthDate: '1990-03-05', city: 'Tashkent' }),
    );
    expect(profile.disagreements).toEqual([
      {
        field: 'names',
        values: [
          { value: 'Boris Petrov', sources: ['B'] },
          { value: 'Anvar Karimov', sources: ['A', 'C'] },
        ],
        chosen: 'Boris Petrov',
        rule: 'TRUST',
      },
      {
        field: 'birthDate',
        values: [
          { value: '1991-01-01', sources: ['B'] },
          { value: '05.03.1990', sources: ['A', 'C'] },
        ],
        chosen: '1991-01-01',
        rule: 'TRUST',
      },
    ]);
  });

  it.each([
    [
      'OBSERVED_AT',
      [said('A', { city: 'Nukus' }, { observedAt: 1 }), said('B', { city: 'Termez' }, { observedAt: 2 })],
    ],
    ['AGREEMENT', [said('A', { city: 'Nukus' }), said('B', { city: 'Termez' }), said('C', { city: 'Термез' })]],
    ['SOURCE_NAME', [said('A', { city: 'Nukus' }), said('B', { city: 'Termez' })]],
  ])('name the rule %s', (rule, given) => {
    expect(foldOf(...given).disagreements).toMatchObject([{ field: 'city', rule }]);
  });

  it('are none where values are the same in other forms, shorter, unknown, or of what moves', () => {
    const profile = foldOf(
      said('A', {
        firstName: 'Anvar',
        lastName: 'Karimov',
        birthDate: '1990',
        gender: 'M',
        city: 'Toshkent',
        country: 'UZ',
        married: true,
        universityYearEnd: 2010,
        university: 'ТАТУ',
        about: 'Here',
        online: true,
        lastOnline: 5,
      }),
      said('B', {
        firstName: 'Каримов',
        lastName: 'Анвар',
        birthDate: '5 марта 1990',
        gender: 'мужской',
        city: 'Tashkent, Uzbekistan',
        country: 'Узбекистан',
        married: 'женат',
        universityYearEnd: '2010',
        university: 'TATU',
        about: 'There',
        online: false,
        lastOnline: 6,
      }),
      said('C', { gender: 'UNKNOWN', firstName: 'Anvar', lastName: 'Karimov' }),
    );
    expect(profile.disagreements).toEqual([]);
  });

  it('of names are none while every two sources know one that fits', () => {
    const profile = foldOf(said('A', names('Taxi', 'Anvar Karimov')), said('B', names('A. Karimov', 'Papa')));
    expect(profile.disagreements).toEqual([]);
    expect(foldOf(said('A', names('Taxi')), said('B', { firstName: 'Anvar' })).disagreements).toMatchObject([
      { field: 'names', values: [{ value: 'Taxi' }, { value: 'Anvar' }] },
    ]);
  });
});

describe('confidence', () => {
  const anvar = names('Anvar Karimov');
  const born = { birthDate: '1990-03-05' };

  const rules = readFileSync(join(import.meta.dirname, '../../../docs/profile-rules.md'), 'utf8').replaceAll(
    / +/g,
    ' ',
  );
  // They stand in docs/profile-rules.md, too.
  it.each([
    [0.24, 'one source', [said('A', { ...anvar, ...born })]],
    [0.34, 'one source, fully trusted', [said('A', { ...anvar, ...born }, { trust: 1 })]],
    [0.84, 'two that agree in the name', [said('A', anvar), said('B', anvar)]],
    [
      0.94,
      'three that agree in three scripts',
      [said('A', anvar), said('B', names('Анвар Каримов')), said('C', names('أنور كريموف'))],
    ],
    [0.12, 'three with three names', [said('A', anvar), said('B', names('Boris Petrov')), said('C', names('Li Na'))]],
    [
      0.39,
      'two that agree, and a third with another name',
      [said('A', anvar), said('B', anvar), said('C', names('Boris Petrov'))],
    ],
    [
      0.55,
      'one name, two birth dates',
      [said('A', { ...anvar, ...born }), said('B', { ...anvar, birthDate: '1961-07-01' })],
    ],
    [0.84, 'no name, one email', [said('A', { emails: ['a@x.com', 'b@x.com'] }), said('B', { emails: ['a@x.com'] })]],
    [0.24, 'one gender and nothing else', [said('A', { gender: 'M' }), said('B', { gender: 'мужской' })]],
    [0.24, 'things that cannot be compared', [said('A', anvar), said('B', { emails: ['a@x.com'] })]],
    [0, 'nothing of the holder', [said('A', { city: 'Nukus', about: 'x', online: true }), said('NUMBERING_PLAN', {})]],
  ])('%s: %s', (confidence, example, given) => {
    expect(foldOf(...given).confidence).toBe(confidence);
    expect(rules).toContain(`| ${example} | ${confidence} |`);
  });

  it('is at most 0.4 for three people, whatever else they share and however they are trusted', () => {
    const shared = {
      ...born,
      gender: 'M',
      city: 'Nukus',
      emails: ['a@x.com'],
      socialNetworks: [{ id: '1', socialNetwork: 'FB' }],
    };
    const three = ['Anvar Karimov', 'Boris Petrov', 'Li Na'].map((name, place) =>
      said(`S${place}`, { ...shared, ...names(name) }, { trust: 1 }),
    );
    const profile = foldOf(...three);
    expect(profile.confidence).toBeLessThanOrEqual(0.4);
    expect(profile.disagreements.map(({ field }) => field)).toEqual(['names']);
  });

  it('does not heed what moves, nor when it was asked', () => {
    const one = [said('A', anvar), said('B', anvar)];
    const other = [
      said('A', { ...anvar, about: 'a', online: true, lastOnline: 1 }, { at: NOW - 9e11 }),
      said('B', { ...anvar, about: 'b', online: false, lastOnline: 2 }),
    ];
    expect(foldOf(...one).confidence).toBe(foldOf(...other).confidence);
  });

  it('accounts of one network under its two names are one', () => {
    const account = (socialNetwork: string): SourceFields => ({ socialNetworks: [{ id: '7', socialNetwork }] });
    expect(foldOf(said('A', account('FB')), said('B', account('FACEBOOK'))).confidence).toBe(0.84);
  });
});
