import type { SourceFields } from '@numscope/contracts';
import type { AskedNumber } from '../../domain/template.ts';
import { SeededRandom } from './seeded-random.ts';
import * as lists from './word-lists.ts';

/** How many different pictures there are. */
const PICTURES = 64;
const UNKNOWN_PERCENT = 20;
const FAILING = /55555$/;

export type MadeUp = { kind: 'person'; fields: SourceFields } | { kind: 'nobody' } | { kind: 'failing' };

interface Name {
  gender: 'MALE' | 'FEMALE';
  first: string;
  last: string;
  cyrillic: string;
}

function nameOf(random: SeededRandom): Name {
  const gender = random.chance(50) ? 'MALE' : 'FEMALE';
  const [first, firstCyrillic] = random.pick<readonly [string, string]>(lists.givenNames[gender]);
  const [stem, stemCyrillic] = random.pick(lists.familyNames);
  const [ending, endingCyrillic] = gender === 'FEMALE' ? ['a', 'а'] : ['', ''];
  return { gender, first, last: `${stem}${ending}`, cyrillic: `${firstCyrillic} ${stemCyrillic}${endingCyrillic}` };
}

const two = (number: number): string => String(number).padStart(2, '0');

/** The name as several address books might have it. */
function namesOf({ first, last, cyrillic }: Name, random: SeededRandom): SourceFields['names'] {
  return [
    { name: `${first} ${last}`, type: 'OK' },
    { name: cyrillic, type: 'OK' },
    ...(random.chance(40) ? [{ name: `${first} ${random.pick(lists.nicknames)}`, type: 'DEVICE' }] : []),
    ...(random.chance(15) ? [{ name: `${last} ${first[0]}.`, type: 'UNKNOWN' }] : []),
  ];
}

function studiesOf(random: SeededRandom): Partial<SourceFields> {
  return {
    university: random.pick(lists.universities),
    universityYearEnd: 1990 + random.roll(35),
    faculty: random.pick(lists.faculties),
    schools: [`School ${1 + random.roll(120)}`],
  };
}

const addressIn = (city: string | null, random: SeededRandom): string =>
  [...(city === null ? [] : [city]), `${random.pick(lists.streets)} ${1 + random.roll(150)}`].join(', ');

/** A line of no real network: MCC 001 is for tests. */
const lineOf = (random: SeededRandom): SourceFields['line'] => {
  const carrier = random.roll(lists.carriers.length);
  return {
    carrier: lists.carriers[carrier] ?? null,
    mcc: '001',
    mnc: two(carrier + 1),
    lineType: 'MOBILE',
    ported: random.chance(20),
    status: random.chance(85) ? 'ACTIVE' : 'UNREACHABLE',
    prepaid: random.chance(50),
  };
};

function personOf(random: SeededRandom, country: string): SourceFields {
  const name = nameOf(random);
  const login = `${name.first}.${name.last}${random.roll(1000)}`.toLowerCase();
  const known = lists.cities[country];
  const city = known === undefined ? null : random.pick(known);
  const networks = [random.pick(lists.networks), random.pick(lists.networks)];
  return {
    firstName: name.first,
    lastName: name.last,
    gender: name.gender,
    birthDate: `${1950 + random.roll(56)}-${two(1 + random.roll(12))}-${two(1 + random.roll(28))}`,
    about: 'Made up by the sandbox: not a real person',
    ...(city === null ? {} : { city }),
    names: namesOf(name, random) ?? [],
    emails: [`${login}@${random.pick(lists.mailDomains)}`],
    socialNetworks: [...new Set(networks)].map((socialNetwork) => ({ id: `sandbox-${login}`, socialNetwork })),
    ...(name.gender === 'FEMALE' && random.chance(30) ? { maidenName: `${random.pick(lists.familyNames)[0]}a` } : {}),
    ...(random.chance(40) ? { married: random.chance(50) } : {}),
    ...(random.chance(50) ? { work: [`${random.pick(lists.firms)}, ${random.pick(lists.jobs)}`] } : {}),
    ...(random.chance(40) ? studiesOf(random) : {}),
    ...(random.chance(40) ? { addresses: [addressIn(city, random)] } : {}),
    ...(random.chance(35)
      ? { friends: [nameOf(random), nameOf(random)].map(({ first, last }) => `${first} ${last}`) }
      : {}),
    // Reserved for fiction: +1 ... 555 0100 to 0199 is nobody's.
    ...(random.chance(20) ? { phones: [`+120255501${two(random.roll(100))}`] } : {}),
    ...(random.chance(20) ? { sites: [`https://${login}.example`] } : {}),
    ...(random.chance(25) ? { photos: [`picture:${random.roll(PICTURES)}`] } : {}),
    ...(random.chance(60) ? { line: lineOf(random) } : {}),
  };
}

/**
 * Who the sandbox says has this number: always the same. One number in five is nobody's, and those that end in 55555
 * fail, so that every outcome can be tried.
 */
export function madeUpPerson({ e164, country }: Pick<AskedNumber, 'e164' | 'country'>): MadeUp {
  if (FAILING.test(e164)) return { kind: 'failing' };
  const random = new SeededRandom(e164);
  return random.chance(UNKNOWN_PERCENT) ? { kind: 'nobody' } : { kind: 'person', fields: personOf(random, country) };
}
