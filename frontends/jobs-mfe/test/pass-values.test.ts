import { expect, it } from '@jest/globals';
import type { Observation, SourceFields } from '@numscope/contracts';
import { buildObservation } from '@numscope/testing/builders';
import { answersOfPass, valuesOf } from '../src/domain/pass-values.ts';

const answer = (source: string, at: number, fields: SourceFields): Observation => ({
  ...buildObservation({ phone: '+998901234567', source, status: 'FOUND', fields }),
  at,
});

const kept = [
  answer('A', 1, { city: 'Tashkent', emails: ['a@x.uz', 'b@x.uz'], country: 'UZ', married: true }),
  answer('A', 2, { city: 'Samarkand', names: [{ name: 'Anvar', type: 'OK' }] }),
  answer('B', 1, { city: 'Tashkent', socialNetworks: [{ id: 'anvar', socialNetwork: 'OK' }] }),
];

it('knows a pass by its own answers, each value once with all who say it', () => {
  const first = answersOfPass(kept, [
    { source: 'A', at: 1 },
    { source: 'B', at: 1 },
    { source: 'C', at: 1 },
  ]);
  expect(first).toEqual([kept[0], kept[2]]);
  expect(valuesOf('city', first)).toEqual([{ text: 'Tashkent', by: first }]);
  const textsOf = (field: Parameters<typeof valuesOf>[0]) => valuesOf(field, kept).map(({ text }) => text);
  expect(textsOf('emails')).toEqual(['a@x.uz', 'b@x.uz']);
  expect(textsOf('names')).toEqual(['Anvar']);
  expect(textsOf('socialNetworks')).toEqual(['OK: anvar']);
  expect(textsOf('country')).toEqual(['Uzbekistan']);
  expect(textsOf('married')).toEqual(['Yes']);
  expect(textsOf('photos')).toEqual([]);
});
