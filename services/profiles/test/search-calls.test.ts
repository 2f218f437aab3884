import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calls, type FilterField, limits, type ProfileFilter, ProfilePage } from '@numscope/contracts';
import { packDocument } from '@numscope/platform';
import type * as z from 'zod';
import { contentOf, foundPhone, type Setup, setUp } from './setup.ts';

type Body = z.input<typeof calls.searchProfiles.body>;
type Filters = z.input<typeof ProfileFilter>['filters'];

const image = (letter: string): string => letter.repeat(64);
const phone = (place: number): string => `+99890123456${place}`;

describe('searching and listing', () => {
  let setup: Setup;
  beforeAll(async () => {
    setup = await setUp();
    await setup.resolve(
      foundPhone(phone(1), {
        firstName: 'Aziz',
        names: [{ name: 'Азиз Каримов', type: 'OK' }],
        emails: ['aziz@x.com'],
      }),
      foundPhone(
        phone(2),
        { firstName: 'Bek', socialNetworks: [{ id: 'bek', socialNetwork: 'FACEBOOK' }], photos: [image('a')] },
        { job: 2 },
      ),
      foundPhone(
        phone(3),
        { firstName: 'Aziza', socialNetworks: [{ id: '77', socialNetwork: 'GPLUS' }], photos: [image('b')] },
        { job: 2, trust: 0.1 },
      ),
      foundPhone('+79161234567', { firstName: 'Борис' }, { job: 2 }),
    );
  });
  afterAll(() => setup.close());

  const search = (body: Body) => setup.user.call(calls.searchProfiles, { body });
  const phonesOf = async (filters: Filters, more: Partial<Body> = {}): Promise<string[]> => {
    const answer = await search({ filters, ...more });
    expect(answer.statusCode).toBe(200);
    return contentOf(answer.body).map((profile) => profile.phone);
  };

  it('without a filter answers all profiles, paged', async () => {
    const page = ProfilePage.parse(
      (await search({ page: 1, size: 3, sort: { field: 'phone', direction: 'ASC' } })).json(),
    );
    expect(page).toMatchObject({ totalElements: 4, totalPages: 2, number: 1, size: 3 });
    expect(page.content.map((profile) => profile.phone)).toEqual([phone(3)]);
  });

  it('names match by word and beginning in either script, phones with or without the plus sign', async () => {
    expect(await phonesOf({ name: { values: ['karimov azi'] } })).toEqual([phone(1)]);
    expect(await phonesOf({ name: { values: ['boris'] } })).toEqual(['+79161234567']);
    expect((await phonesOf({ name: { values: ['aziz'] } })).sort()).toEqual([phone(1), phone(3)]);
    expect(await phonesOf({ phone: { values: ['7916'] } })).toEqual(await phonesOf({ phone: { values: ['+7916'] } }));
  });

  it('a year beside a first name stays a year, and is no month of it', async () => {
    const [march, july] = ['+998909000011', '+998909000012'];
    await setup.resolve(foundPhone(march, { birthDate: '1971-03-05' }), foundPhone(july, { birthDate: '12.07.1971' }));
    const bornIn = async (value: string) => (await phonesOf({ birthDate: { values: [value] } })).toSorted();
    for (const year of ['1971', 'Marta 1971', '1971 Julia', 'augusta 1971'])
      expect([year, await bornIn(year)]).toEqual([year, [march, july]]);
    for (const month of ['Mart 1971', 'marzo 1971', 'марта 1971', '1971 march', 'mar 1971'])
      expect([month, await bornIn(month)]).toEqual([month, [march]]);
    expect(await bornIn('5 marta 1971')).toEqual([march]);
    for (const phone of [march, july]) await setup.admin.call(calls.deleteProfile, { params: { phone } });
  });

  it('finds by any stored phone, and by what else is known of the person and the line', async () => {
    const [known, other] = ['+998909000001', '+998909000002'];
    await setup.resolve(
      foundPhone(
        known,
        {
          phones: ['+7 (916) 000-11-22'],
          addresses: ['Amir Temur ko‘chasi 15'],
          city: 'Ташкент',
          birthDate: '05.03.1990',
          work: ['Artel Electronics'],
          university: 'TATU',
          schools: ['School 110'],
          country: 'Uzbekistan',
          line: { carrier: 'Ucell', lineType: 'mobile' },
          numbering: {
            country: 'UZ',
            region: null,
            lineType: 'FIXED_LINE_OR_MOBILE',
            carrier: 'Beeline',
            timeZones: [],
            international: '',
            national: '',
          },
        },
        { job: 3, source: 'VIBER' },
      ),
      foundPhone(
        other,
        {
          birthDate: '1991',
          numbering: {
            country: 'KZ',
            region: null,
            lineType: 'FIXED_LINE',
            carrier: 'Beeline',
            timeZones: [],
            international: '',
            national: '',
          },
        },
        { job: 3 },
      ),
    );
    const asked: Array<[FilterField, string, string[]]> = [
      ['phone', '7916000', [known]],
      ['phone', '+998 90 900', [known, other]],
      ['address', 'амир темур', [known]],
      ['address', 'Toshkent shahri', [known]],
      ['address', 'tashk', [known]],
      ['birthDate', '1990-03-05', [known]],
      ['birthDate', '5 March 1990', [known]],
      ['birthDate', '1990', [known]],
      ['birthDate', '1991', [other]],
      ['work', 'artel', [known]],
      ['school', 'тату', [known]],
      ['school', 'School 110', [known]],
      ['country', 'Узбекистан', [known]],
      ['country', 'kz', [other]],
      ['source', 'viber', [known]],
      ['lineType', 'mobile', [known]],
      ['lineType', 'fixed line', [other]],
      ['carrier', 'ucell', [known]],
      ['carrier', 'Beeline', [other]],
    ];
    const job = { jobId: { values: [3], and: true } };
    for (const [field, value, phones] of asked)
      expect([field, value, await phonesOf({ ...job, [field]: { values: [value], and: true } })]).toEqual([
        field,
        value,
        phones,
      ]);
    const misspelt = await setup.user.call(calls.searchProfiles, { raw: { filters: { adress: { values: ['x'] } } } });
    expect(misspelt.json()).toMatchObject({ statusCode: 400, details: [{ message: expect.stringMatching('adress') }] });
    for (const phone of [known, other]) await setup.admin.call(calls.deleteProfile, { params: { phone } });
  });

  it('refuses a filter with a name that nobody knows, wherever one is taken, instead of finding everybody', async () => {
    const name = { values: ['aziz'] };
    const misspelt: Array<[string, object]> = [
      ['filter', { filter: { name } }],
      ['name', { name }],
      ['pages', { pages: 1 }],
      ['adress', { filters: { adress: name } }],
      ['value', { filters: { name: { ...name, value: 'aziz' } } }],
    ];
    for (const [key, raw] of misspelt) {
      const answers = {
        search: await setup.user.call(calls.searchProfiles, { raw }),
        facets: await setup.user.call(calls.profileFacets, { raw }),
        export: await setup.admin.call(calls.exportProfiles, { raw }),
        stream: await setup.admin.call(calls.exportProfileStream, { raw }),
        saved: await setup.user.call(calls.createSavedSearch, { raw: { name: 'mine', filter: raw } }),
      };
      for (const [call, answer] of Object.entries(answers))
        expect({ call, ...answer.json() }).toMatchObject({
          call,
          statusCode: 400,
          code: 'INVALID',
          details: [{ message: expect.stringContaining(`"${key}"`) }],
        });
    }
  });

  it('refuses a field without criteria, and more than the limit, wherever a filter is taken', async () => {
    const name = { values: ['aziz'] };
    const many = (count: number) => ({ values: Array.from({ length: count }, (_none, place) => `v${place}`) });
    const words = [...'bcdefghijklmnopqrstuvwxyz'].map((letter) => `a${letter}`).join(' ');
    const texts = Array.from({ length: 99 }, (_none, n) => `${n} ${words}`);
    const long = (of: 'values' | 'not') => ({ values: [], [of]: texts });
    const none = [{ field: 'filters.name', message: expect.any(String) }];
    const refused: Array<[filters: object, statusCode: number, code: string, details: unknown]> = [
      [{ name: { values: [] } }, 400, 'CRITERIA_REQUIRED', none],
      [{ name: { values: [], and: true, not: [] }, phone: name }, 400, 'CRITERIA_REQUIRED', none],
      [{ jobId: { values: [] } }, 400, 'CRITERIA_REQUIRED', [{ field: 'filters.jobId' }]],
      [{ confidence: { values: [] } }, 400, 'CRITERIA_REQUIRED', [{ field: 'filters.confidence' }]],
      [{ name: many(1001) }, 422, 'CRITERIA_TOO_MANY', { criteria: 1001, limit: 100 }],
      [{ name: { values: [], not: many(1001).values } }, 422, 'CRITERIA_TOO_MANY', { criteria: 1001, limit: 100 }],
      [{ jobId: many(1001) }, 422, 'CRITERIA_TOO_MANY', { criteria: 1001, limit: 100 }],
      [{ address: long('values') }, 422, 'CRITERIA_TOO_MANY', { words: expect.any(Number), limit: 2000 }],
      [
        { phone: { values: ['998'] }, work: long('not') },
        422,
        'CRITERIA_TOO_MANY',
        { words: expect.any(Number), limit: 2000 },
      ],
    ];
    for (const [filters, statusCode, code, details] of refused) {
      const raw = { filters };
      const answers = {
        search: await setup.user.call(calls.searchProfiles, { raw }),
        facets: await setup.user.call(calls.profileFacets, { raw }),
        places: await setup.user.call(calls.profilePlaces, { raw }),
        export: await setup.admin.call(calls.exportProfiles, { raw }),
        stream: await setup.admin.call(calls.exportProfileStream, { raw }),
        saved: await setup.user.call(calls.createSavedSearch, { raw: { name: 'mine', filter: raw } }),
      };
      for (const [call, answer] of Object.entries(answers))
        expect({ call, ...answer.json() }).toMatchObject({ call, statusCode, code, details });
    }
    expect((await phonesOf({ name: { values: [], not: ['aziz'] } })).sort()).toEqual(['+79161234567', phone(2)]);
  });

  it('answers in the order of the pictures that are asked for, page by page, whoever has none of them last', async () => {
    const [c, d, e, f] = [image('c'), image('d'), image('e'), image('f')];
    const has = (n: number, ...photos: string[]) => foundPhone(`+99890765432${n}`, { photos }, { job: 4 });
    await setup.resolve(has(1, e), has(2, c, d), has(3, d), has(4, e, c), has(5), has(6, f));
    const last = async (filters: Filters, more: Partial<Body>): Promise<string> =>
      (await phonesOf(filters, more)).map((found) => found.slice(-1)).join('');
    // So many that they are not all asked for at once.
    const onNobody = Array.from({ length: 10 }, (_none, n) => image(String(n)));
    const images = { values: [d, ...onNobody, c, e] };
    const bestFirst = { sort: { field: 'images', direction: 'DESC' } } as const;
    expect(await last({ images }, bestFirst)).toBe('3241');
    expect(await last({ images }, { sort: { field: 'images', direction: 'ASC' } })).toBe('1423');
    expect(await last({ images, phone: { values: ['9989076543'], and: true } }, bestFirst)).toBe('3241');
    // Of two fields without a tick either will do.
    const either = { images, jobId: { values: [4] } };
    for (const size of [1, 2, 3, 5, 6, 7]) {
      const pages = [];
      for (let page = 0; page * size < 6; page++) {
        const answer = ProfilePage.parse((await search({ filters: either, ...bestFirst, page, size })).json());
        expect(answer).toMatchObject({ totalElements: 6, size });
        pages.push(...answer.content.map((profile) => profile.phone.slice(-1)));
      }
      expect({ size, pages: pages.join('') }).toEqual({ size, pages: '324165' });
    }
    expect(await last({ jobId: { values: [4], and: true } }, bestFirst)).toBe('654321');
    for (let n = 1; n <= 6; n++) await setup.admin.call(calls.deleteProfile, { params: { phone: `+99890765432${n}` } });
  });

  it('a network is found by either of its names', async () => {
    expect(await phonesOf({ socialNetwork: { values: ['FB'] } })).toEqual([phone(2)]);
    expect(await phonesOf({ socialNetwork: { values: ['GOOGLE_PLUS'] } })).toEqual([phone(3)]);
    expect(await phonesOf({ socialNetwork: { values: ['be'] } })).toEqual([phone(2)]);
  });

  it('a network that is none of the specified ones is found by its name alone, as it is counted', async () => {
    const [on, fan] = ['+998909000011', '+998909000012'];
    const filters = { socialNetwork: { values: ['TikTok'] } };
    await setup.resolve(foundPhone(fan, { socialNetworks: [{ id: 'tiktok_fan', socialNetwork: 'TELEGRAM' }] }));
    // Nobody is there: how an account begins.
    expect(await phonesOf(filters)).toEqual([fan]);
    await setup.resolve(foundPhone(on, { socialNetworks: [{ id: 'anvar', socialNetwork: 'TIKTOK' }] }));
    expect(await phonesOf(filters)).toEqual([on]);
    expect(await phonesOf({ socialNetwork: { values: ['tikt'] } })).toEqual([fan]);
    expect(await phonesOf({ ...filters, name: { values: [], not: ['a'] } })).toEqual([on]);
    const counted = await setup.user.call(calls.profileFacets, { body: { filters: { phone: { values: [on, fan] } } } });
    expect(counted.json()).toMatchObject({
      socialNetwork: [
        { value: 'TELEGRAM', profiles: 1 },
        { value: 'TIKTOK', profiles: 1 },
      ],
    });
    for (const phone of [on, fan]) await setup.admin.call(calls.deleteProfile, { params: { phone } });
  });

  it('ticked fields must all match, of the unticked at least one', async () => {
    const [job, aziz, network] = [
      { values: ['2'], and: true },
      { values: ['aziz'], and: false },
      { values: ['FB'], and: false },
    ];
    expect((await phonesOf({ jobId: job, name: aziz, socialNetwork: network })).sort()).toEqual([phone(2), phone(3)]);
    expect(await phonesOf({ jobId: { values: ['job-2'] }, name: { values: ['aziza', 'bek'], and: true } })).toEqual([]);
  });

  it('orders by name, confidence and time, and refuses an order it does not know', async () => {
    expect(await phonesOf({ jobId: { values: ['2'] } }, { sort: { field: 'name', direction: 'DESC' } })).toEqual([
      '+79161234567',
      phone(2),
      phone(3),
    ]);
    expect((await phonesOf({ jobId: { values: ['2'] } }, { sort: { field: 'confidence', direction: 'ASC' } }))[0]).toBe(
      phone(3),
    );
    expect((await search({ sort: { field: 'shoeSize', direction: 'ASC' } })).json()).toMatchObject({
      statusCode: 400,
      code: 'INVALID',
    });
  });

  it('refuses pages beyond the 10,000th hit, more than 100 criteria, and sizes over 1000', async () => {
    expect((await search({ page: 10, size: 1000 })).json()).toMatchObject({ statusCode: 422, code: 'TOO_DEEP' });
    expect((await search({ page: 9, size: 1000 })).statusCode).toBe(200);
    const values = Array.from({ length: 51 }, (_, place) => String(place));
    expect((await search({ filters: { phone: { values }, name: { values } } })).json()).toMatchObject({
      statusCode: 422,
      code: 'CRITERIA_TOO_MANY',
      message: 'The maximum number of search criteria should not exceed 100',
    });
    expect((await search({ size: 1001 })).statusCode).toBe(400);
    expect((await setup.user.call(calls.searchProfiles)).json()).toMatchObject({
      statusCode: 400,
      message: 'Required parameter profileSearchFilter was null or undefined when calling searchProfiles',
    });
  });

  it('lists profiles by phones in their order, without unknown ones, merged or by one source', async () => {
    const body = [phone(2), '998901230000', phone(1).slice(1)];
    const merged = await setup.user.call(calls.profilesByPhones, { params: { type: 'ALL' }, body });
    expect(merged.json()).toMatchObject([{ phone: phone(2) }, { phone: phone(1) }]);
    const telegram = await setup.user.call(calls.profilesByPhones, { params: { type: 'TELEGRAM' }, body });
    expect(telegram.json()).toEqual([
      {
        phone: phone(2),
        firstName: 'Bek',
        socialNetworks: [{ id: 'bek', socialNetwork: 'FACEBOOK' }],
        photos: [image('a')],
      },
      { phone: phone(1), firstName: 'Aziz', names: [{ name: 'Азиз Каримов', type: 'OK' }], emails: ['aziz@x.com'] },
    ]);
    expect((await setup.user.call(calls.profilesByPhones, { params: { type: 'VIBER' }, body })).json()).toEqual([]);
    expect((await setup.user.call(calls.profilesByPhones, { params: { type: 'no source' }, body })).statusCode).toBe(
      400,
    );
    expect((await setup.user.call(calls.profilesByPhoneList, { body: { phones: body } })).json()).toEqual(
      merged.json(),
    );
  });

  it('lists profiles by pictures', async () => {
    const found = await setup.user.call(calls.profilesByImageIds, { body: [image('a'), image('c')] });
    expect(found.json()).toMatchObject([{ phone: phone(2) }]);
  });

  it.each([
    ['by phones', () => calls.profilesByPhones.path.replace('{type}', 'ALL'), 'profilesByPhones'],
    ['by pictures', () => calls.profilesByImageIds.path, 'profilesByImageIds'],
  ])('a list %s that is missing, empty or too long is refused', async (_name, path, name) => {
    const post = (payload?: unknown) =>
      setup.user.inject({
        method: 'POST',
        url: path(),
        ...(payload ? { payload, headers: { 'content-type': 'application/json' } } : {}),
      });
    expect((await post()).json()).toMatchObject({
      statusCode: 400,
      message: `Required parameter requestBody was null or undefined when calling ${name}`,
    });
    expect((await post([])).json()).toMatchObject({ statusCode: 400, code: 'CRITERIA_REQUIRED' });
    const long = Array.from({ length: 1001 }, (_, place) => `9989012${String(place).padStart(5, '0')}`);
    expect((await post(long)).json()).toMatchObject({
      statusCode: 422,
      code: 'CRITERIA_TOO_MANY',
      message: 'The maximum number of search criteria should not exceed 1000',
    });
    expect((await post(long.slice(1))).statusCode).toBe(200);
  });

  it('exports by phones or by filter, and refuses none, too many, and what is neither', async () => {
    const exported = (raw?: unknown) => setup.user.call(calls.exportProfiles, raw === undefined ? {} : { raw });
    expect((await exported({ phones: [phone(3), phone(1)] })).json()).toMatchObject([
      { phone: phone(3) },
      { phone: phone(1) },
    ]);
    expect((await exported({ filters: { name: { values: ['bek'] } } })).json()).toMatchObject([{ phone: phone(2) }]);
    expect((await exported({ phones: [] })).json()).toMatchObject({
      statusCode: 400,
      code: 'NO_PROFILES',
      message: 'No profiles selected',
    });
    expect((await exported({ filters: { name: { values: ['nobody'] } } })).json()).toMatchObject({
      code: 'NO_PROFILES',
    });
    const many = Array.from({ length: 1001 }, (_, place) => `9989012${String(place).padStart(5, '0')}`);
    expect((await exported({ phones: many })).json()).toMatchObject({
      statusCode: 422,
      code: 'TOO_MANY_PROFILES',
      message: 'Maximum number of selected profiles is 1000',
    });
    expect((await exported({ phones: ['not a phone'] })).statusCode).toBe(400);
    expect((await exported()).json()).toMatchObject({
      message: 'Required parameter requestBody was null or undefined when calling exportProfiles',
    });
  });
});

it('a page that begins before the 10,000th hit ends there, and is called as it was asked for', async () => {
  const setup = await setUp();
  const known = [phone(1), phone(2), phone(3), phone(4)];
  await setup.resolve(...known.map((one) => foundPhone(one, { firstName: 'Aziz' })));
  // In front of them so many that two of them come before the limit, and two after.
  await setup.index.upsert(
    Array.from({ length: limits.exactSearchHits - 2 }, (_none, place) =>
      packDocument({ phone: `+1${place}`, revision: 1, terms: {}, sort: { name: '', timestamp: 1, confidence: 0 } }),
    ),
  );
  const body: Body = { page: 666, size: 15, sort: { field: 'phone', direction: 'ASC' } };
  const answer = await setup.user.call(calls.searchProfiles, { body });
  expect(contentOf(answer.body).map((profile) => profile.phone)).toEqual([phone(1), phone(2)]);
  expect(answer.json()).toMatchObject({
    totalElements: limits.exactSearchHits,
    totalIsLowerBound: true,
    totalPages: 667,
    number: 666,
    size: 15,
  });
  const next = await setup.user.call(calls.searchProfiles, { body: { ...body, page: 667 } });
  expect(next.json()).toMatchObject({ statusCode: 422, code: 'TOO_DEEP' });
  await setup.close();
});
