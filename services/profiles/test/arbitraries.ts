import type { Observation, SourceFields, SourceLine } from '@numscope/contracts';
import * as fc from 'fast-check';

/** Few values of each kind, so that repeats, near-repeats and disagreements are common. */
const word = fc.constantFrom(
  'Anvar',
  'ANVAR ',
  'Анвар',
  'أنور',
  'Karimov',
  'Karimov Anvar',
  'A. Karimov',
  'Sasha',
  'Toshkent',
  'Ташкент',
  "O'tkir",
  'Ўткир',
  'Дмитрий Жуковский',
  'Dmitriy',
  'Khurshid',
  'Navoiy',
  'José',
  'jose',
  ' ',
  '',
);
const email = fc.constantFrom('a@example.com', 'A@Example.com ', 'b@example.org', '');
const phone = fc.constantFrom('+998 90 111-22-33', '998901112233', '+79161234567', 'unknown', '');
const image = fc.constantFrom('a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64));
const network = fc.constantFrom('FB', 'FACEBOOK', 'GPLUS', 'GOOGLE_PLUS', 'TELEGRAM', 'OWN_NET', '');
const accountId = fc.constantFrom('1', '2', 'anvar', 'Telegram_fan', 'own_net_fan', ' ');
const listOf = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 4 });

const flag = fc.option(fc.boolean());
const time = fc.option(fc.constantFrom(1_500_000_000_000, 1_600_000_000_000));
const line: fc.Arbitrary<SourceLine> = fc.record(
  {
    carrier: fc.option(fc.constantFrom('Beeline', 'BEELINE ', 'Ucell')),
    mcc: fc.constant('434'),
    mnc: fc.constantFrom('04', '05'),
    lineType: fc.constantFrom('mobile', 'MOBILE', 'voip'),
    ported: flag,
    portedAt: time,
    status: fc.constantFrom('ACTIVE', 'UNREACHABLE'),
    roaming: flag,
    roamingCountry: fc.constantFrom('KZ', 'TR'),
    risk: fc.constantFrom(0, 0.3, 0.9),
    riskReasons: fc.array(fc.constantFrom('spam', 'new line'), { maxLength: 2 }),
    simSwappedAt: time,
    reassigned: flag,
    checkedAt: time,
  },
  { requiredKeys: [] },
);

export const sourceFields: fc.Arbitrary<SourceFields> = fc.record(
  {
    firstName: fc.option(word),
    lastName: fc.option(word),
    city: fc.option(word),
    birthDate: fc.option(fc.constantFrom('1990-03-05', '05.03.1990', '3/5/1990', '1990', '5 March 1991')),
    gender: fc.option(fc.constantFrom('M', 'male', 'мужской', 'FEMALE', 'UNKNOWN')),
    about: fc.option(word),
    country: fc.option(fc.constantFrom('UZ', 'uz', 'Uzbekistan', 'Узбекистан', 'Atlantis')),
    married: fc.option(fc.oneof(fc.boolean(), word)),
    universityYearEnd: fc.option(fc.oneof(fc.integer({ min: 1990, max: 2030 }), word)),
    lastOnline: fc.option(fc.integer({ min: 0, max: 2_000_000_000_000 })),
    online: fc.option(fc.boolean()),
    names: listOf(fc.record({ name: word, type: fc.constantFrom('OK', 'TT', 'NEW_TYPE', '') })),
    emails: listOf(email),
    phones: listOf(phone),
    socialNetworks: listOf(fc.record({ id: accountId, socialNetwork: network })),
    photos: listOf(image),
    work: listOf(word),
    line,
    sites: listOf(fc.constantFrom('https://www.example.com/', 'example.com', 'http://example.com/a')),
  },
  { requiredKeys: [] },
);

const source = fc.constantFrom('TELEGRAM', 'VIBER', 'GETCONTACT', 'NUMBERING_PLAN', 'DEEPWEB');

/** Answers about one number; ids are unique, as the sources make them. */
export const observations: fc.Arbitrary<Observation[]> = fc
  .array(
    fc.record({
      source,
      at: fc.integer({ min: 1_700_000_000_000, max: 1_700_000_000_005 }),
      observedAt: fc.option(fc.integer({ min: 1_600_000_000_000, max: 1_600_000_000_002 }), { nil: undefined }),
      cached: fc.boolean(),
      status: fc.constantFrom('FOUND' as const, 'FOUND' as const, 'NOT_FOUND' as const, 'FAILED' as const),
      fields: sourceFields,
      trust: fc.constantFrom(0, 0.3, 0.8, 0.8, 1),
    }),
    { maxLength: 8 },
  )
  .map((list) =>
    list.map(({ observedAt, ...observation }, place) => ({
      ...observation,
      ...(observedAt === undefined ? {} : { observedAt }),
      id: `o${place}`,
      phone: '+998901234567',
      account: null,
      fields: observation.status === 'FOUND' ? observation.fields : null,
    })),
  );
