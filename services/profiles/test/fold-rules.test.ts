import { describe, expect, it } from '@jest/globals';
import type { Observation } from '@numscope/contracts';
import { buildObservation } from '@numscope/testing';
import { changedFields } from '../src/domain/changed-fields.ts';
import { foldProfile } from '../src/domain/fold-profile.ts';
import { newestObservations } from '../src/domain/newest-observations.ts';

const NOW = 1_750_000_000_000;
const identity = { id: 'profile-1', phone: '+998901234567', createdTimestamp: NOW, jobs: [] };
const said = (source: string, fields: Observation['fields'], more: Partial<Observation> = {}): Observation =>
  buildObservation({ id: `${source}-${more.at ?? NOW}`, source, fields, at: NOW, trust: 0.5, ...more });
const foldOf = (...given: Observation[]) => foldProfile(identity, newestObservations([], given));

describe('values', () => {
  it('bring no mark of direction with them', () => {
    const profile = foldOf(
      said('VIBER', {
        city: '\u202ENukus',
        married: 'engaged\u200F',
        names: [{ name: '\u2067Anvar\u2069', type: 'UNKNOWN' }],
        emails: ['\u200Ea@mail.example'],
      }),
    );
    expect(profile).toMatchObject({ city: 'Nukus', married: 'engaged', emails: ['a@mail.example'] });
    expect(profile.names[0]?.name).toBe('Anvar');
  });

  it('have no blanks around them', () => {
    const blank = said('IMPORT', { firstName: ' Anvar ', city: '\tNukus\n', married: ' engaged', work: [' Firm '] });
    expect(foldOf(blank)).toMatchObject({ firstName: 'Anvar', city: 'Nukus', married: 'engaged', work: ['Firm'] });
  });
});

describe('single values', () => {
  it('are told with the time of the country that a source calls by its name', () => {
    const saidOf = (country: string, observedAt: number) => ({
      country,
      valueTimes: { country: [{ value: country, observedAt }] },
    });
    const profile = foldOf(said('ALPHA', saidOf('Kazakhstan', 5)), said('VIBER', saidOf('Узбекистан', 6)));
    expect(profile.provenance['country']).toMatchObject([
      { source: 'VIBER', value: 'UZ', observedAt: 6 },
      { source: 'ALPHA', value: 'KZ', observedAt: 5 },
    ]);
    expect(profile.disagreements).toMatchObject([{ chosen: 'UZ', rule: 'OBSERVED_AT' }]);
  });

  it('that were so before 1970 do not lose to those of which nobody knows when they were so', () => {
    const old = { observedAt: Date.UTC(1969, 0, 1) };
    const city = (source: string, name: string, more = {}) => said(source, { city: name }, more);
    const profile = foldOf(city('ALPHA', 'Nukus', old), city('VIBER', 'Termez'), city('WHATSAPP', 'Nukus', old));
    expect(profile.disagreements).toMatchObject([{ chosen: 'Nukus', rule: 'AGREEMENT' }]);
    const line = (source: string, carrier: string, more = {}) => said(source, { line: { carrier } }, more);
    const lines = [line('ALPHA', 'Beeline', old), line('VIBER', 'Ucell'), line('WHATSAPP', 'Beeline', old)];
    expect(foldOf(...lines).line?.carrier).toBe('Beeline');
  });

  it('come from the most trusted source, and the others stay visible', () => {
    const profile = foldOf(
      said('VIBER', { city: 'Tashkent' }, { at: NOW + 5 }),
      said('TELEGRAM', { city: 'Bukhara' }, { trust: 0.9 }),
    );
    expect(profile.city).toBe('Bukhara');
    expect(profile.provenance['city']).toEqual([
      { source: 'TELEGRAM', at: NOW, observedAt: null, cached: false, value: 'Bukhara' },
      { source: 'VIBER', at: NOW + 5, observedAt: null, cached: false, value: 'Tashkent' },
    ]);
  });

  it('with equal trust come from who saw it last, then from most, then from the first by name; never by who came first', () => {
    const [viber, line] = [said('VIBER', { city: 'Bukhara' }), said('LINE', { city: 'Nukus' })];
    const late = { at: NOW + 9 };
    expect(foldOf(viber, said('LINE', { city: 'Nukus' }, late)).city).toBe('Nukus');
    expect(foldOf(said('VIBER', { city: 'Bukhara' }, late), line).city).toBe('Nukus');
    expect(foldOf(viber, line, said('ZALO', { city: 'Бухара' })).city).toBe('Bukhara');
    const seen = said('VIBER', { city: 'Termez' }, { observedAt: NOW - 1 });
    expect(foldOf(seen, said('LINE', { city: 'Nukus' }, { observedAt: NOW - 2 })).city).toBe('Termez');
  });

  it('and items of lists have their own times where their source tells them', () => {
    const valueTimes = {
      emails: [{ value: 'A@mail.example', observedAt: 5 }],
      city: [{ value: 'Nukus', observedAt: 6 }],
    };
    const fields = { city: 'Nukus', emails: ['A@mail.example', 'b@mail.example'], valueTimes };
    const { provenance, city } = foldOf(
      said('VIBER', fields, { observedAt: 3 }),
      said('ALPHA', { city: 'Termez' }, { observedAt: 4 }),
    );
    expect(provenance['emails']?.map(({ observedAt }) => observedAt)).toEqual([5, 3]);
    expect(city).toBe('Nukus');
  });

  it('a gender that is only said to be unknown is never chosen over a real one', () => {
    const profile = foldOf(said('A', { gender: 'UNKNOWN' }, { trust: 0.9 }), said('B', { gender: 'ayol' }));
    expect(profile).toMatchObject({ gender: 'ayol', disagreements: [] });
    expect(profile.provenance['gender']?.map(({ value }) => value)).toEqual(['ayol', 'UNKNOWN']);
    expect(foldOf(said('A', { gender: 'UNKNOWN' })).gender).toBe('UNKNOWN');
  });

  it('whose time is not known neither wins nor loses by it', () => {
    const old = said('VIBER', { city: 'Termez' }, { observedAt: 1 });
    expect(foldOf(old, said('LINE', { city: 'Nukus' })).city).toBe('Nukus');
    expect(foldOf(old, said('ZALO', { city: 'Nukus' })).city).toBe('Termez');
  });

  it('the country is an ISO code whether its source wrote a code or a name, and text when it is neither', () => {
    expect(foldOf(said('VIBER', { country: 'uz' })).country).toBe('UZ');
    expect(foldOf(said('VIBER', { country: 'Узбекистан' })).country).toBe('UZ');
    expect(foldOf(said('VIBER', { country: 'Atlantis' })).country).toBe('Atlantis');
  });
});

describe('lists', () => {
  it('emails are one in any case, phones in any format, sites with or without their beginning', () => {
    const profile = foldOf(
      said('VIBER', {
        emails: ['A@x.com', 'a@X.com'],
        phones: ['+998 90 111-22-33', '998901112233'],
        sites: ['https://www.x.com/', 'x.com'],
      }),
    );
    expect(profile).toMatchObject({
      emails: ['a@x.com'],
      phones: ['+998 90 111-22-33'],
      sites: ['https://www.x.com/'],
    });
  });

  it('accounts without id or network and empty names are dropped; twins and unknown words are kept as sent', () => {
    const profile = foldOf(
      said('VIBER', {
        names: [
          { name: ' ', type: 'OK' },
          { name: 'Anvar', type: 'BRAND_NEW' },
        ],
        socialNetworks: [
          { id: '', socialNetwork: 'FB' },
          { id: '7', socialNetwork: ' ' },
          { id: '7', socialNetwork: 'FB' },
          { id: '7', socialNetwork: 'FACEBOOK' },
          { id: '7', socialNetwork: 'FB' },
        ],
      }),
    );
    expect(profile.names).toEqual([{ name: 'Anvar', type: 'BRAND_NEW' }]);
    expect(profile.socialNetworks).toEqual([
      { id: '7', socialNetwork: 'FB' },
      { id: '7', socialNetwork: 'FACEBOOK' },
    ]);
  });

  it('what DEEPWEB found in other networks is in the lists and is searched, its single values are not taken', () => {
    const item = {
      socialNetworkId: 7,
      firstName: 'Anvar',
      lastNames: ['Karimov'],
      emails: ['A@x.com', ''],
      site: 'x.com',
      gender: 'MALE',
    };
    const profile = foldOf(
      said('DEEPWEB', { emails: ['a@x.com'], other: { VKONTAKTE: [item], MYSPACE: [{ socialNetworkId: '' }] } }),
    );
    expect(profile).toMatchObject({
      names: [{ name: 'Anvar Karimov', type: 'UNKNOWN' }],
      socialNetworks: [{ id: '7', socialNetwork: 'VKONTAKTE' }],
      emails: ['a@x.com'],
      sites: ['x.com'],
      gender: null,
    });
  });

  it("options of a messenger account are united, its type and state are one source's and no disagreement", () => {
    const profile = foldOf(
      said(
        'TAMTAM',
        { accountType: 'EXTERNAL', accountStatus: 'ACTIVE', accountOptions: ['TT', 'OFFICIAL'] },
        { trust: 0.9 },
      ),
      said('OTHER', { accountStatus: 'BLOCKED', accountOptions: ['tt', 'BRAND_NEW'] }),
    );
    expect(profile).toMatchObject({
      accountType: 'EXTERNAL',
      accountStatus: 'ACTIVE',
      accountOptions: ['TT', 'OFFICIAL', 'BRAND_NEW'],
      disagreements: [],
    });
    expect(profile.provenance['accountStatus']).toMatchObject([
      { source: 'TAMTAM', value: 'ACTIVE' },
      { source: 'OTHER', value: 'BLOCKED' },
    ]);
  });

  it('a picture of two sources is one image and two photos', () => {
    const profile = foldOf(said('LINE', { photos: ['p'] }), said('VIBER', { photos: ['p', 'p'] }));
    expect(profile.images).toEqual(['p']);
    expect(profile.photos).toEqual([
      { imageId: 'p', source: 'LINE' },
      { imageId: 'p', source: 'VIBER' },
    ]);
  });
});

describe('which observations count', () => {
  it('a newer answer of a source replaces its older one, also when it knows nothing any more', () => {
    const older = said('VIBER', { city: 'old' });
    expect(foldOf(older, said('VIBER', { city: 'new' }, { at: NOW + 1 })).city).toBe('new');
    expect(foldOf(older, said('VIBER', null, { at: NOW + 1, status: 'NOT_FOUND' }))).toMatchObject({
      city: null,
      sources: [],
    });
  });

  it('a source that could not answer takes nothing away', () => {
    expect(foldOf(said('VIBER', { city: 'old' }), said('VIBER', null, { at: NOW + 1, status: 'FAILED' })).city).toBe(
      'old',
    );
  });
});

describe('numbering', () => {
  const numbering = {
    country: 'UZ',
    region: null,
    lineType: 'MOBILE',
    carrier: 'Ucell',
    timeZones: [],
    international: '+998',
    national: '90',
  };

  it('comes from the numbering plan and gives the country that nobody else said', () => {
    const other = { ...numbering, carrier: 'Other' };
    const profile = foldOf(
      said('NUMBERING_PLAN', { numbering }),
      said('OFFICE_BOOK', { numbering: other }, { trust: 1 }),
    );
    expect(profile.numbering).toEqual(numbering);
    expect(profile.country).toBe('UZ');
  });
});

describe('what changed', () => {
  it('names the fields with other values, and not what is merely newer', () => {
    const before = foldOf(said('VIBER', { city: 'x', emails: ['a@x.com'] }));
    expect(changedFields(null, before)).toEqual(['city', 'emails', 'sources', 'confidence']);
    expect(changedFields(before, foldOf(said('VIBER', { city: 'y', emails: ['a@x.com'] })))).toEqual(['city']);
    expect(changedFields(before, foldOf(said('VIBER', { city: 'x', emails: ['a@x.com'] }, { at: NOW + 9 })))).toEqual(
      [],
    );
  });
});

it('what is no birth date is the same for the confidence where it is no disagreement', () => {
  const of = (other: string) => foldOf(said('ALPHA', { birthDate: '31.02.1990' }), said('VIBER', { birthDate: other }));
  expect(of('31-02-1990').disagreements).toEqual([]);
  expect(of('31-02-1990').confidence).toBe(of('31.02.1990').confidence);
  expect(of('30-02-1990').disagreements).toHaveLength(1);
  expect(of('30-02-1990').confidence).toBeLessThan(of('31.02.1990').confidence);
});
