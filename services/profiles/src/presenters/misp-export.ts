import { type EarlierHolder, type Profile, productName } from '@numscope/contracts';
import { v4, v5 } from 'uuid';
import { type Digest, piecesOf } from './digest.ts';
import {
  always,
  describesHolder,
  heldUntil,
  type Holder,
  lineNotes,
  MADE_UP,
  madeUpMark,
  namesOf,
  wordsOf,
} from './told-holder.ts';

/** Templates of https://github.com/MISP/misp-objects: an object tells which one it is made by. */
const templates = {
  phone: { template_uuid: 'd7e4fbdd-b551-4862-bddb-a0b470a38509', template_version: '6' },
  person: { template_uuid: 'a15b0477-e9d1-4b9c-9546-abe78a4f4248', template_version: '21' },
  'user-account': { template_uuid: '49606b06-22f0-4ac8-8eee-2f12ad46f3d3', template_version: '6' },
} as const;

/** Types of attributes, each in the category that MISP has it in by itself. */
const categories = {
  text: 'Other',
  'full-name': 'Person',
  'first-name': 'Person',
  'last-name': 'Person',
  'date-of-birth': 'Person',
  gender: 'Person',
  'phone-number': 'Person',
  'email-src': 'Payload delivery',
} as const;

type Values = ReadonlyArray<string | null>;
/** What an object says: the relation's name, the attribute's type, its values. */
type Said = readonly [relation: string, type: keyof typeof categories, values: Values];

interface Reference {
  to: string;
  relation: string;
  comment?: string;
}

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);
const genders: Readonly<Record<string, string>> = { MALE: 'Male', FEMALE: 'Female' };

/** Seconds since the epoch, as text. */
const secondsOf = (at: number): string => String(Math.floor(at / 1000));

/** Objects of one event: their ids are made of the event's, as an object belongs to one event. */
class MispObjects {
  readonly #event: string;
  hasMadeUp = false;

  constructor(event: string) {
    this.#event = event;
  }

  id(...parts: readonly string[]): string {
    return v5(JSON.stringify(parts), this.#event);
  }

  #object(
    uuid: string,
    name: keyof typeof templates,
    { sources, at }: { sources: string[]; at: number },
    said: readonly Said[],
    references: readonly Reference[] = [],
  ): object {
    const [mark = ''] = madeUpMark({ sources });
    this.hasMadeUp ||= mark !== '';
    const attributes = said.flatMap(([relation, type, values]) =>
      [...new Set(values.filter((value) => value !== null && value.trim() !== ''))].map((value) => ({
        uuid: this.id(uuid, relation, String(value)),
        object_relation: relation,
        type,
        category: categories[type],
        value,
        to_ids: false,
        distribution: '5',
      })),
    );
    return {
      uuid,
      name,
      'meta-category': 'misc',
      ...templates[name],
      distribution: '5',
      timestamp: secondsOf(at),
      comment: mark,
      Attribute: attributes,
      ObjectReference: references.map(({ to, relation, comment = '' }) => ({
        uuid: this.id(uuid, relation, to),
        object_uuid: uuid,
        referenced_uuid: to,
        relationship_type: relation,
        comment,
      })),
    };
  }

  /** Somebody, with the accounts of that person. */
  #holder(
    uuid: string,
    profile: Profile,
    holder: Holder,
    phones: Values,
    notes: readonly string[],
    line: Reference,
  ): object[] {
    const said = { sources: holder.sources, at: profile.timestamp };
    const [name = null, ...others] = namesOf(holder);
    const isNamed = name !== null || holder.firstName !== null || holder.lastName !== null;
    const { birthDate, gender } = holder;
    const [work = null] = holder.work;
    const placed = {
      names: always,
      firstName: always,
      lastName: always,
      birthDate: isDate,
      gender: (text: string) => genders[text] !== undefined,
      phones: always,
      emails: always,
      addresses: always,
      socialNetworks: always,
      // Its attribute may stand once.
      work: (text: string) => text === work,
    };
    const words = [...notes, ...wordsOf(holder, placed), `Sources: ${holder.sources.join(', ')}`];
    const owned = holder.socialNetworks.map((account) => ({
      ...account,
      to: this.id(uuid, 'account', account.socialNetwork, account.id),
      relation: 'owner-of',
    }));
    const accounts = owned.map(({ id, socialNetwork, to }) =>
      this.#object(to, 'user-account', said, [
        ['account-type', 'text', [socialNetwork.toLowerCase()]],
        ['user-id', 'text', [id]],
      ]),
    );
    const person = this.#object(
      uuid,
      'person',
      said,
      [
        ['full-name', 'full-name', [name]],
        ['alias', 'text', isNamed ? others : [`Holder of ${profile.phone}`]],
        ['first-name', 'first-name', [holder.firstName]],
        ['last-name', 'last-name', [holder.lastName]],
        ['date-of-birth', 'date-of-birth', [birthDate !== null && isDate(birthDate) ? birthDate : null]],
        ['gender', 'gender', [gender === null ? null : (genders[gender] ?? null)]],
        ['phone-number', 'phone-number', phones],
        ['e-mail', 'email-src', holder.emails],
        ['address', 'text', holder.addresses],
        ['handle', 'text', holder.socialNetworks.map(({ id }) => id)],
        ['occupation', 'text', [work]],
        ['text', 'text', [words.join('\n')]],
      ],
      [line, ...owned],
    );
    return [person, ...accounts];
  }

  #former(profile: Profile, line: string, holder: EarlierHolder): object[] {
    const uuid = this.id(profile.phone, 'earlier', String(holder.until));
    const comment = heldUntil(profile.phone, holder);
    const held = { to: line, relation: 'related-to', comment };
    return this.#holder(uuid, profile, holder, holder.phones, [comment], held);
  }

  /** A number's objects: the line, who holds it where somebody says so, and who held it before. */
  of(profile: Profile): object[] {
    const { phone, sources, timestamp } = profile;
    const line = this.id(phone, 'line');
    const told: Said[] = [
      ['msisdn', 'text', [phone]],
      ['text', 'text', [lineNotes(profile).join('\n')]],
    ];
    const holder = describesHolder(profile)
      ? this.#holder(this.id(phone, 'holder'), profile, profile, [phone, ...profile.phones], [], {
          to: line,
          relation: 'owner-of',
        })
      : [];
    return [
      this.#object(line, 'phone', { sources, at: timestamp }, told),
      ...holder,
      ...profile.earlier.flatMap((each) => this.#former(profile, line, each)),
    ];
  }
}

/** Profiles as one event of MISP, for the receiver's organisation alone and unpublished. */
export async function* mispExport(slices: AsyncIterable<string[]>, digest: Digest): AsyncGenerator<string> {
  const now = Date.now();
  const uuid = v4();
  const objects = new MispObjects(uuid);
  const head = {
    uuid,
    info: `${productName}: profiles of phone numbers`,
    date: new Date(now).toISOString().slice(0, 10),
    timestamp: secondsOf(now),
    // Undefined, completed, this organisation only.
    threat_level_id: '4',
    analysis: '2',
    distribution: '0',
    published: false,
  };
  yield digest.add(`{"Event":${JSON.stringify(head).slice(0, -1)},"Object":[`, 0);
  let comma = '';
  yield* piecesOf(slices, digest, (profile) => {
    const text =
      comma +
      objects
        .of(profile)
        .map((each) => `\n${JSON.stringify(each)}`)
        .join(',');
    comma = ',';
    return text;
  });
  const tags = objects.hasMadeUp ? [{ name: MADE_UP }] : [];
  yield digest.add(`\n],"Tag":${JSON.stringify(tags)}}}\n`, 0);
}
