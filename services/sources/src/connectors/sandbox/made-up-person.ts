import type { SourceFields } from '@numscope/contracts';
import { Dice } from './dice.ts';
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

function nameOf(dice: Dice): Name {
  const gender = dice.chance(50) ? 'MALE' : 'FEMALE';
  const [first, firstCyrillic] = dice.pick<readonly [string, string]>(lists.givenNames[gender]);
  const [stem, stemCyrillic] = dice.pick(lists.familyNames);
  const [ending, endingCyrillic] = gender === 'FEMALE' ? ['a', 'а'] : ['', ''];
  return { gender, first, last: `${stem}${ending}`, cyrillic: `${firstCyrillic} ${stemCyrillic}${endingCyrillic}` };
}

const two = (number: number): string => String(number).padStart(2, '0');

/** The name as several address books might have it. */
function namesOf({ first, last, cyrillic }: Name, dice: Dice): SourceFields['names'] {
  return [
    { name: `${first} ${last}`, type: 'OK' },
    { name: cyrillic, type: 'OK' },
    ...(dice.chance(40) ? [{ name: `${first} ${dice.pick(lists.nicknames)}`, type: 'DEVICE' }] : []),
    ...(dice.chance(15) ? [{ name: `${last} ${first[0]}.`, type: 'UNKNOWN' }] : []),
  ];
}

function studiesOf(dice: Dice): Partial<SourceFields> {
  return {
    university: dice.pick(lists.universities),
    universityYearEnd: 1990 + dice.roll(35),
    faculty: dice.pick(lists.faculties),
    schools: [`School ${1 + dice.roll(120)}`],
  };
}

function personOf(dice: Dice): SourceFields {
  const name = nameOf(dice);
  const login = `${name.first}.${name.last}${dice.roll(1000)}`.toLowerCase();
  const city = dice.pick(lists.cities);
  const networks = [dice.pick(lists.networks), dice.pick(lists.networks)];
  return {
    firstName: name.first,
    lastName: name.last,
    gender: name.gender,
    birthDate: `${1950 + dice.roll(56)}-${two(1 + dice.roll(12))}-${two(1 + dice.roll(28))}`,
    about: 'Made up by the sandbox: not a real person',
    city,
    names: namesOf(name, dice) ?? [],
    emails: [`${login}@${dice.pick(lists.mailDomains)}`],
    socialNetworks: [...new Set(networks)].map((socialNetwork) => ({ id: `sandbox-${login}`, socialNetwork })),
    ...(name.gender === 'FEMALE' && dice.chance(30) ? { maidenName: `${dice.pick(lists.familyNames)[0]}a` } : {}),
    ...(dice.chance(40) ? { married: dice.chance(50) } : {}),
    ...(dice.chance(50) ? { work: [`${dice.pick(lists.firms)}, ${dice.pick(lists.jobs)}`] } : {}),
    ...(dice.chance(40) ? studiesOf(dice) : {}),
    ...(dice.chance(40) ? { addresses: [`${city}, ${dice.pick(lists.streets)} ${1 + dice.roll(150)}`] } : {}),
    ...(dice.chance(35) ? { friends: [nameOf(dice), nameOf(dice)].map(({ first, last }) => `${first} ${last}`) } : {}),
    // Reserved for fiction: +1 ... 555 0100 to 0199 is nobody's.
    ...(dice.chance(20) ? { phones: [`+120255501${two(dice.roll(100))}`] } : {}),
    ...(dice.chance(20) ? { sites: [`https://${login}.example`] } : {}),
    ...(dice.chance(25) ? { photos: [`picture:${dice.roll(PICTURES)}`] } : {}),
  };
}

/**
 * Who the sandbox says has this number: always the same. One number in five is nobody's, and those that end in 55555
 * fail, so that every outcome can be tried.
 */
export function madeUpPerson(e164: string): MadeUp {
  if (FAILING.test(e164)) return { kind: 'failing' };
  const dice = new Dice(e164);
  return dice.chance(UNKNOWN_PERCENT) ? { kind: 'nobody' } : { kind: 'person', fields: personOf(dice) };
}
