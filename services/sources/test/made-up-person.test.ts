import { expect, it } from '@jest/globals';
import { describePhone } from '@numscope/numbering';
import { madeUpPerson } from '../src/connectors/sandbox/made-up-person.ts';
import { cities } from '../src/connectors/sandbox/word-lists.ts';
import { askedNumber } from '../src/domain/asked-number.ts';

const made = (e164: string) => madeUpPerson(askedNumber(e164, describePhone(e164)));
const peopleOf = (prefix: string) =>
  Array.from({ length: 60 }, (_none, n) => made(`${prefix}${String(n).padStart(2, '0')}`)).flatMap((answer) =>
    answer.kind === 'person' ? [answer.fields] : [],
  );

it.each([
  ['UZ', '+9989012345'],
  ['KZ', '+770112345'],
  ['PT', '+3519123456'],
])('lives in a city of the country of the number: %s', (country, prefix) => {
  const people = peopleOf(prefix);
  expect(people.length).toBeGreaterThan(20);
  for (const { city, addresses = [] } of people) {
    expect(cities[country]).toContain(city);
    for (const address of addresses ?? []) expect(address.startsWith(`${city}, `)).toBe(true);
  }
});

it('has no city where none is known of the country', () => {
  const people = peopleOf('+6421123456');
  expect(people.length).toBeGreaterThan(20);
  expect(people.every(({ city }) => city === undefined)).toBe(true);
});

it('is the same person each time', () => {
  expect(made('+998901234567')).toEqual(made('+998901234567'));
});
