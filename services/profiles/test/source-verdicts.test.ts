import { expect, it } from '@jest/globals';
import type { SourceFields } from '@numscope/contracts';
import { buildObservation } from '@numscope/testing';
import { foldProfile } from '../src/domain/fold-profile.ts';
import { newestObservations } from '../src/domain/newest-observations.ts';
import { sourceVerdicts } from '../src/domain/source-verdicts.ts';

const identity = { id: 'profile-1', phone: '+998901234567', createdTimestamp: 1, jobs: [] };

function agreeing(...said: readonly SourceFields[]): string[] {
  const answers = said.map((fields, place) =>
    buildObservation({ id: `${place}`, source: `SOURCE_${place}`, fields, at: 1_700_000_000_000 }),
  );
  const kept = newestObservations([], answers);
  return sourceVerdicts(foldProfile(identity, kept), kept)
    .filter(({ agreed }) => agreed)
    .map(({ source }) => source);
}

it.each<[string, SourceFields, SourceFields]>([
  ['a phone', { phones: ['+998 90 765-43-21'] }, { phones: ['998907654321'] }],
  ['an address', { addresses: ['Chilonzor, 5'] }, { addresses: ['CHILONZOR 5.'] }],
  ['a site', { sites: ['https://www.example.com/'] }, { sites: ['example.com'] }],
])('sources agree in what the profile tells once, however each writes %s', (_what, one, other) =>
  expect(agreeing(one, other)).toEqual(['SOURCE_0', 'SOURCE_1']),
);

it('sources do not agree in other items of a list', () =>
  expect(agreeing({ phones: ['+998907654321'] }, { phones: ['+998907654322'] })).toEqual([]));
