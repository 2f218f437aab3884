import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calls, MOST_TIME_MS, type ProfileField, type SourceFields } from '@numscope/contracts';
import * as z from 'zod';
import { foundPhone, type Setup, setUp } from './setup.ts';

const Entity = z.object({ id: z.string(), schema: z.string(), properties: z.record(z.string(), z.array(z.string())) });
const Bundle = z.object({
  type: z.literal('bundle'),
  id: z.string(),
  objects: z.array(z.looseObject({ type: z.string(), id: z.string() })),
});

const Attribute = z.object({
  object_relation: z.string(),
  type: z.string(),
  value: z.string(),
  to_ids: z.literal(false),
});
const MispEvent = z.object({
  Event: z.object({
    uuid: z.string(),
    distribution: z.literal('0'),
    published: z.literal(false),
    Tag: z.array(z.object({ name: z.string() })),
    Object: z.array(
      z.object({
        uuid: z.string(),
        name: z.string(),
        comment: z.string(),
        Attribute: z.array(Attribute),
        ObjectReference: z.array(
          z.object({ object_uuid: z.string(), referenced_uuid: z.string(), relationship_type: z.string() }),
        ),
      }),
    ),
  }),
});

const full = {
  names: [{ name: 'Anvar Karimov', type: 'TELEGRAM' }],
  birthDate: '1980-02-03',
  gender: 'MALE',
  country: 'UZ',
  city: 'Tashkent',
  emails: ['anvar@example.org'],
  sites: ['https://example.org/', 'anvar at example'],
  socialNetworks: [{ id: 'anvar', socialNetwork: 'TELEGRAM' }],
  line: { carrier: 'Beeline', ported: true },
  numbering: {
    country: 'UZ',
    region: 'Tashkent',
    lineType: 'MOBILE',
    carrier: null,
    timeZones: ['Asia/Tashkent'],
    international: '+998 90 123 45 01',
    national: '90 123 45 01',
  },
};

describe('exports for other systems', () => {
  let setup: Setup;
  beforeAll(async () => {
    setup = await setUp();
    await setup.resolve(
      foundPhone('+998901234501', full),
      foundPhone('+998901234502', { line: { carrier: 'Ucell' } }),
      foundPhone('+998901234503', { names: [{ name: 'Made Up', type: 'OK' }] }, { source: 'SANDBOX' }),
    );
  });
  afterAll(() => setup.close());

  const exported = async (format: string, phone?: string) => {
    const raw = phone === undefined ? {} : { filters: { phone: { values: [phone], and: true } } };
    return setup.admin.call(calls.exportProfileStream, { query: { format }, raw });
  };
  const entities = async (phone?: string) =>
    (await exported('ftm', phone)).body
      .trimEnd()
      .split('\n')
      .map((line) => Entity.parse(JSON.parse(line)));
  const objects = async (phone?: string) => Bundle.parse(JSON.parse((await exported('stix', phone)).body)).objects;

  it("as FollowTheMoney have the line, its holder and the holder's accounts, tied to each other", async () => {
    const [line, person, account, ...more] = await entities('+998901234501');
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      schema: 'UserAccount',
      properties: { service: ['telephone'], phone: ['+998901234501'], owner: [person?.id] },
    });
    expect(line?.properties['notes']).toEqual(expect.arrayContaining(['line.carrier: Beeline', 'line.ported: true']));
    expect(person).toMatchObject({
      schema: 'Person',
      properties: {
        name: ['Anvar Karimov'],
        birthDate: ['1980-02-03'],
        gender: ['male'],
        country: ['uz'],
        email: ['anvar@example.org'],
        phone: ['+998901234501'],
        website: ['https://example.org/'],
        publisher: expect.arrayContaining(['TELEGRAM']),
      },
    });
    expect(person?.properties['notes']).toEqual(expect.arrayContaining(['site: anvar at example', 'city: Tashkent']));
    expect(account).toMatchObject({
      schema: 'UserAccount',
      properties: { service: ['TELEGRAM'], username: ['anvar'], owner: [person?.id] },
    });
  });

  it('as STIX have the same in objects whose ids stay the same', async () => {
    const all = await objects('+998901234501');
    const typed = (type: string) => all.filter((each) => each.type === type);
    expect(typed('identity').map(({ name }) => name)).toEqual(['Numscope', 'Anvar Karimov']);
    expect(typed('user-account')).toMatchObject([
      { account_type: 'telephone', user_id: '+998901234501' },
      { account_type: 'telegram', user_id: 'anvar' },
    ]);
    // As the package stix2 names it.
    expect(typed('email-addr')).toMatchObject([{ value: 'anvar@example.org' }]);
    expect(typed('location')).toMatchObject([{ country: 'UZ', city: 'Tashkent' }]);
    expect(typed('relationship')).toHaveLength(6);
    expect((await objects('+998901234501')).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  it.each(['ftm', 'stix', 'misp'])(
    'as %s have a time that no date reaches, as versions before kept any, as the number that it is',
    async (format) => {
      const phone = '+998901234504';
      await setup.resolve(foundPhone(phone, { firstName: 'Zafar', lastOnline: MOST_TIME_MS + 1 }));
      expect((await exported(format, phone)).body).toContain('lastOnline: 8640000000000001 ms');
      await setup.admin.call(calls.deleteProfile, { params: { phone } });
    },
  );

  const misp = async (phone?: string) => MispEvent.parse(JSON.parse((await exported('misp', phone)).body)).Event;

  it('as MISP have the same in objects of one event, and ids of their own each time', async () => {
    const { Object: objects, Tag, uuid } = await misp('+998901234501');
    expect(Tag).toEqual([]);
    expect(objects.map(({ name }) => name)).toEqual(['phone', 'person', 'user-account']);
    const [line, person, account] = objects;
    const values = (relation: string) =>
      person?.Attribute.flatMap((each) => (each.object_relation === relation ? [each.value] : []));
    expect(line?.Attribute[0]).toMatchObject({ object_relation: 'msisdn', value: '+998901234501' });
    expect(line?.Attribute[1]?.value.split('\n')).toEqual([
      'line.carrier: Beeline',
      'line.ported: true',
      'Kind of line by the numbering plan: MOBILE',
      'Region by the numbering plan: Tashkent',
      'Time zones by the numbering plan: Asia/Tashkent',
      'Looked up by jobs: 1',
    ]);
    expect(values('full-name')).toEqual(['Anvar Karimov']);
    expect(values('date-of-birth')).toEqual(['1980-02-03']);
    expect(values('gender')).toEqual(['Male']);
    expect(values('e-mail')).toEqual(['anvar@example.org']);
    expect(values('phone-number')).toEqual(['+998901234501']);
    expect(values('handle')).toEqual(['anvar']);
    expect(values('text')?.[0]).toMatch(/city: Tashkent\ncountry: UZ\n.*site: https:\/\/example\.org\/\n/s);
    expect(person?.ObjectReference).toEqual([
      { object_uuid: person?.uuid, referenced_uuid: line?.uuid, relationship_type: 'owner-of' },
      { object_uuid: person?.uuid, referenced_uuid: account?.uuid, relationship_type: 'owner-of' },
    ]);
    const again = await misp('+998901234501');
    expect(again.uuid).not.toBe(uuid);
    expect(again.Object.map((each) => each.uuid)).not.toContain(line?.uuid);
  });

  it('say of a number alone nothing about a person, and of made-up people that they are', async () => {
    expect(await entities('+998901234502')).toMatchObject([{ schema: 'UserAccount' }]);
    expect((await objects('+998901234502')).map(({ type }) => type)).toEqual(['identity', 'user-account', 'note']);
    const madeUp = await entities('+998901234503');
    expect(madeUp.map(({ properties }) => properties['keywords'])).toEqual([['made-up'], ['made-up']]);
    expect((await objects('+998901234503')).find(({ name }) => name === 'Made Up')).toMatchObject({
      labels: ['made-up'],
    });
    expect((await misp('+998901234502')).Object.map(({ name }) => name)).toEqual(['phone']);
    const { Object: all, Tag } = await misp('+998901234503');
    expect(all.map(({ name, comment }) => [name, comment])).toEqual([
      ['phone', 'made-up'],
      ['person', 'made-up'],
    ]);
    expect(Tag).toEqual([{ name: 'made-up' }]);
  });

  it('tell count and checksum at their end, and are whole of nothing', async () => {
    const { trailers, headers } = await exported('ftm');
    expect(trailers).toMatchObject({
      'x-profile-count': '3',
      'x-content-sha256': expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(headers['content-disposition']).toMatch(/^attachment; filename="PROFILES_\d{4}(?:_\d\d){5}\.ftm\.jsonl"$/);
    expect((await exported('ftm', '+998909999999')).body).toBe('');
    expect((await misp('+998909999999')).Object).toEqual([]);
    const trailing = (await exported('misp')).trailers;
    expect(trailing).toMatchObject({ 'x-profile-count': '3' });
    expect(await objects('+998909999999')).toMatchObject([{ type: 'identity', name: 'Numscope' }]);
  });

  const seenAt = Date.UTC(2024, 4, 1, 12);
  /** What each field may say alone, and how that is told. */
  const alone: { readonly [F in ProfileField]: readonly [NonNullable<SourceFields[F]>, string] } = {
    names: [[{ name: 'Anvar Karimov', type: 'TELEGRAM' }], 'Anvar Karimov'],
    firstName: ['Zuhra', 'Zuhra'],
    lastName: ['Aliyeva', 'Aliyeva'],
    maidenName: ['Yusupova', 'maidenName: Yusupova'],
    birthDate: ['about 1980', 'about 1980'],
    gender: ['OTHER_GENDER', 'OTHER_GENDER'],
    married: [false, 'married: false'],
    religion: ['Islam', 'Islam'],
    political: ['none of them', 'none of them'],
    city: ['Tashkent', 'Tashkent'],
    country: ['KZ', 'KZ'],
    university: ['Tashkent State', 'Tashkent State'],
    universityYearEnd: [2004, 'universityYearEnd: 2004'],
    faculty: ['Physics', 'faculty: Physics'],
    chair: ['Optics', 'chair: Optics'],
    about: ['Sells cars', 'Sells cars'],
    lastOnline: [seenAt, 'lastOnline: 2024-05-01T12:00:00.000Z'],
    online: [true, 'online: true'],
    accountType: ['USER_LIST', 'accountType: USER_LIST'],
    accountStatus: ['FOUND', 'accountStatus: FOUND'],
    emails: [['a@example.org'], 'a@example.org'],
    phones: [['+998935556677'], '+998935556677'],
    addresses: [['Amir Temur 1'], 'Amir Temur 1'],
    socialNetworks: [[{ id: 'anvar77', socialNetwork: 'TELEGRAM' }], 'anvar77'],
    photos: [['a'.repeat(64)], 'a'.repeat(64)],
    friends: [['Bek'], 'friend: Bek'],
    schools: [['School 5'], 'School 5'],
    work: [['Bank', 'Shop'], 'Shop'],
    sites: [['https://example.org/'], 'https://example.org/'],
    additionalContact: [['by letter'], 'additionalContact: by letter'],
    accountOptions: [['CONSTRUCTOR'], 'accountOptions: CONSTRUCTOR'],
  };

  it('hold each field, also where nothing else is known', async () => {
    const phoneOf = (at: number): string => `+9989077700${String(at).padStart(2, '0')}`;
    const fields = Object.entries(alone);
    await setup.resolve(...fields.map(([field, [value]], at) => foundPhone(phoneOf(at), { [field]: value })));
    const lacking: string[] = [];
    for (const format of ['ftm', 'stix', 'misp'])
      for (const [at, [field, [, words]]] of fields.entries()) {
        const { body } = await exported(format, phoneOf(at));
        const told = format === 'ftm' && field === 'country' ? words.toLowerCase() : words;
        if (!body.includes(told)) lacking.push(`${format} ${field}`);
      }
    expect(lacking).toEqual([]);
  });
});
