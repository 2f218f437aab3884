import { type EarlierHolder, isoTime, type Profile, productName } from '@numscope/contracts';
import { isEmpty } from '../domain/changed-fields.ts';
import { type Digest, piecesOf } from './digest.ts';
import { objectId, observableId } from './stix-ids.ts';
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

/** An object of STIX 2.1 (https://docs.oasis-open.org/cti/stix/v2.1/os/stix-v2.1-os.html). */
export type StixObject = Readonly<Record<string, unknown>> & { type: string; id: string };

/** Who says it: this product. It never changes, so that its id and times are the same everywhere. */
const producer: StixObject = {
  type: 'identity',
  spec_version: '2.1',
  id: objectId('identity', 'producer'),
  created: '2026-01-01T00:00:00.000Z',
  modified: '2026-01-01T00:00:00.000Z',
  name: productName,
  identity_class: 'system',
};

/** What every object but cyber-observables says of itself. */
const common = ({ createdTimestamp, timestamp }: Profile) => ({
  spec_version: '2.1',
  created: isoTime(createdTimestamp),
  modified: isoTime(Math.max(createdTimestamp, timestamp)),
  created_by_ref: producer.id,
});

function observable(type: string, contributing: Readonly<Record<string, string>>, more = {}): StixObject {
  return { type, spec_version: '2.1', id: observableId(type, contributing), ...contributing, ...more };
}

const telephone = (phone: string): StixObject =>
  observable('user-account', { account_type: 'telephone', user_id: phone });

/** Without what is undefined or says nothing. */
const told = (object: StixObject): StixObject =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => !isEmpty(value) && value !== '')) as StixObject;

/** What the facts of an identity, its contacts and the objects beside it hold; the rest is told in words. */
const placedIn = ({ country }: Holder): Placed => ({
  names: always,
  birthDate: always,
  gender: always,
  addresses: always,
  work: always,
  schools: always,
  university: always,
  about: always,
  phones: always,
  emails: always,
  socialNetworks: always,
  sites: always,
  country: always,
  // There is no location without a country.
  city: () => country !== null,
});

function identityOf(id: string, profile: Profile, holder: Holder, notes: readonly string[]): StixObject {
  const [name = `Holder of ${profile.phone}`, ...others] = namesOf(holder);
  const facts = [
    ['Also', others.join(', ')],
    ['Born', holder.birthDate],
    ['Gender', holder.gender],
    ['Addresses', holder.addresses.join(' | ')],
    ['Work', holder.work.join(' | ')],
    ['Education', [...holder.schools, holder.university ?? ''].filter((each) => each !== '').join(' | ')],
    ['About', holder.about],
    ['Sources', holder.sources.join(', ')],
  ].flatMap(([what, value]) => (value ? [`${what}: ${value}`] : []));
  return told({
    type: 'identity',
    ...common(profile),
    id,
    name,
    identity_class: 'individual',
    contact_information: [...new Set([...holder.phones, ...holder.emails, ...holder.addresses])].join('; '),
    description: [...notes, ...facts, ...wordsOf(holder, placedIn(holder))].join('\n'),
    // 0 to 100, of which the scale is left to whoever says it.
    confidence: Math.round(holder.confidence * 100),
    labels: madeUpMark(holder),
  });
}

const related = (profile: Profile, from: string, type: string, to: string, description?: string): StixObject =>
  told({
    type: 'relationship',
    ...common(profile),
    id: objectId('relationship', from, type, to),
    relationship_type: type,
    source_ref: from,
    target_ref: to,
    description,
  });

/** Somebody, what belongs to that person, and how. */
function holderObjects(id: string, profile: Profile, holder: Holder, notes: readonly string[]): StixObject[] {
  const accounts = holder.socialNetworks.map(({ id: user, socialNetwork }) =>
    observable('user-account', { account_type: socialNetwork.toLowerCase(), user_id: user }),
  );
  const emails = holder.emails.map((value) => observable('email-addr', { value }));
  const sites = holder.sites.map((value) => observable('url', { value }));
  const others = holder.phones.filter((phone) => phone !== profile.phone).map(telephone);
  const own = [...accounts, ...emails, ...sites, ...others];
  const { country } = holder;
  const place =
    country === null
      ? []
      : [
          told({
            type: 'location',
            ...common(profile),
            id: objectId('location', profile.phone, id),
            country,
            city: holder.city ?? undefined,
          }),
        ];
  return [
    identityOf(id, profile, holder, notes),
    ...own,
    ...own.map((each) => related(profile, id, 'related-to', each.id)),
    ...place,
    ...place.map((each) => related(profile, id, 'located-at', each.id)),
  ];
}

const formerObjects = (profile: Profile, holder: EarlierHolder): StixObject[] => {
  const id = objectId('identity', profile.phone, 'earlier', String(holder.until));
  const note = heldUntil(profile.phone, holder);
  const held = related(profile, id, 'related-to', telephone(profile.phone).id, note);
  return [...holderObjects(id, profile, holder, [note]), held];
};

/** A number's objects: the line, a note about it, who holds it where somebody says so, and who held it before. */
function objectsOf(profile: Profile): StixObject[] {
  const line = telephone(profile.phone);
  const notes = lineNotes(profile);
  const note: StixObject[] =
    notes.length === 0
      ? []
      : [
          {
            type: 'note',
            ...common(profile),
            id: objectId('note', profile.phone, 'line'),
            content: notes.join('\n'),
            object_refs: [line.id],
          },
        ];
  const id = objectId('identity', profile.phone, 'holder');
  const holder = describesHolder(profile)
    ? [...holderObjects(id, profile, profile, []), related(profile, id, 'related-to', line.id)]
    : [];
  return [line, ...note, ...holder, ...profile.earlier.flatMap((each) => formerObjects(profile, each))];
}

/** Profiles as one bundle of STIX 2.1. */
export async function* stixExport(slices: AsyncIterable<string[]>, digest: Digest): AsyncGenerator<string> {
  const head = { type: 'bundle', id: objectId('bundle', new Date().toISOString()) };
  yield digest.add(`${JSON.stringify(head).slice(0, -1)},"objects":[\n${JSON.stringify(producer)}`, 0);
  yield* piecesOf(slices, digest, (profile) =>
    objectsOf(profile)
      .map((each) => `,\n${JSON.stringify(each)}`)
      .join(''),
  );
  yield digest.add('\n]}\n', 0);
}
