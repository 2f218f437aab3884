import { createHash } from 'node:crypto';
import { type EarlierHolder, isoTime, type Profile, type SocialAccount } from '@numscope/contracts';
import { type Digest, piecesOf } from './digest.ts';
import {
  always,
  describesHolder,
  heldUntil,
  type Holder,
  lineNotes,
  madeUpMark,
  namesOf,
  type Placed,
  wordsOf,
} from './told-holder.ts';

/** An entity of FollowTheMoney (https://followthemoney.tech/explorer/): each property is a list of texts. */
interface Entity {
  id: string;
  schema: 'Person' | 'UserAccount';
  properties: Record<string, string[]>;
}

type Values = ReadonlyArray<string | null | undefined>;

const idOf = (...parts: readonly string[]): string =>
  `numscope-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)}`;

function entity(id: string, schema: Entity['schema'], values: Readonly<Record<string, Values>>): Entity {
  const properties: Entity['properties'] = {};
  for (const [name, all] of Object.entries(values)) {
    const texts = [...new Set(all.filter((text) => text !== null && text !== undefined && text !== ''))] as string[];
    if (texts.length > 0) properties[name] = texts;
  }
  return { id, schema, properties };
}

const DATE = /^\d{4}(?:-\d{2}(?:-\d{2})?)?$/;
const isAddress = (site: string): boolean => /^https?:\/\//i.test(site) && URL.canParse(site);
const moment = (at: number): string => isoTime(at).replace(/\.\d+Z$/, '');

const genders: Readonly<Record<string, string>> = { MALE: 'male', FEMALE: 'female' };
const isDate = (text: string): boolean => DATE.test(text);

/** What a property of `Person`, or an account of its own, has; the rest is told in words. */
const placed: Placed = {
  names: always,
  firstName: always,
  lastName: always,
  birthDate: isDate,
  gender: (text) => genders[text] !== undefined,
  religion: always,
  political: always,
  schools: always,
  university: always,
  work: always,
  country: always,
  addresses: always,
  emails: always,
  phones: always,
  sites: isAddress,
  about: always,
  socialNetworks: always,
};

function person(id: string, holder: Holder, phones: Values, notes: Values): Entity {
  const [name, ...others] = namesOf(holder);
  const { birthDate, gender } = holder;
  return entity(id, 'Person', {
    name: [name],
    alias: others,
    firstName: [holder.firstName],
    lastName: [holder.lastName],
    birthDate: [birthDate !== null && isDate(birthDate) ? birthDate : null],
    gender: [gender === null ? null : genders[gender]],
    religion: [holder.religion],
    political: [holder.political],
    education: [...holder.schools, holder.university],
    position: holder.work,
    country: [holder.country?.toLowerCase()],
    address: holder.addresses,
    email: holder.emails,
    phone: phones,
    website: holder.sites.filter(isAddress),
    description: [holder.about],
    keywords: madeUpMark(holder),
    publisher: holder.sources,
    notes: [...notes, ...wordsOf(holder, placed)],
  });
}

const account = (owner: string, { id, socialNetwork }: SocialAccount, holder: Holder): Entity =>
  entity(idOf(owner, 'account', socialNetwork, id), 'UserAccount', {
    owner: [owner],
    service: [socialNetwork],
    username: [id],
    keywords: madeUpMark(holder),
  });

const former = (profile: Profile, holder: EarlierHolder): Entity[] => {
  const id = idOf(profile.phone, 'earlier', String(holder.until));
  return [
    person(id, holder, holder.phones, [heldUntil(profile.phone, holder)]),
    ...holder.socialNetworks.map((each) => account(id, each, holder)),
  ];
};

/** A number's entities: the line itself, who holds it where somebody says so, that person's accounts, and who held it before. */
function entitiesOf(profile: Profile): Entity[] {
  const { phone, numbering, createdTimestamp, timestamp } = profile;
  const holder = idOf(phone, 'holder');
  const isHeld = describesHolder(profile);
  const line = entity(idOf(phone, 'line'), 'UserAccount', {
    owner: [isHeld ? holder : null],
    service: ['telephone'],
    phone: [phone],
    username: [phone],
    country: [numbering?.country?.toLowerCase()],
    publisher: profile.sources,
    keywords: madeUpMark(profile),
    createdAt: [moment(createdTimestamp)],
    modifiedAt: [moment(timestamp)],
    notes: lineNotes(profile),
  });
  const holders = isHeld
    ? [
        person(holder, profile, [phone, ...profile.phones], []),
        ...profile.socialNetworks.map((each) => account(holder, each, profile)),
      ]
    : [];
  return [line, ...holders, ...profile.earlier.flatMap((each) => former(profile, each))];
}

/** Profiles as entities of FollowTheMoney, one a line. */
export const ftmExport = (slices: AsyncIterable<string[]>, digest: Digest): AsyncGenerator<string> =>
  piecesOf(slices, digest, (profile) =>
    entitiesOf(profile)
      .map((each) => `${JSON.stringify(each)}\n`)
      .join(''),
  );
