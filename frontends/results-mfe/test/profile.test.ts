import { describe, expect, it } from '@jest/globals';
import {
  fieldNames,
  type Line,
  lineFieldNames,
  MOST_TIME_MS,
  networkName,
  type Profile,
  type ProvenanceEntry,
} from '@numscope/contracts';
import { fakeBrowser } from '../../../packages/ui/test/browser.ts';
import { bestName, isMadeUp, networksOf } from '../src/domain/profile-facts.ts';
import { agreeing, entriesOf, entriesOfOption, numberingEntries } from '../src/domain/provenance.ts';
import { placeWords, statedPlace } from '../src/domain/stated-place.ts';
import { exportWords } from '../src/features/export/export-words.ts';
import { profilesDocument } from '../src/features/export/profiles-document.ts';
import { accountRows } from '../src/features/profile/account-rows.ts';
import { aboutRows } from '../src/features/profile/about-rows.ts';
import { lineRows } from '../src/features/profile/line-rows.ts';
import { byYear } from '../src/features/profile/timeline-entries.ts';
import { valueText } from '../src/features/profile/value-text.ts';
import { wordsOf } from '../src/features/profile/word-weights.ts';
import { texts } from '../src/texts/texts.ts';
import { profileOf } from './profile-of.ts';

const said = (source: string, value: unknown): ProvenanceEntry => ({
  source,
  at: 1,
  observedAt: null,
  cached: false,
  value,
});

const numbering: Profile['numbering'] = {
  country: 'UZ',
  region: null,
  lineType: 'MOBILE',
  carrier: 'Beeline',
  timeZones: [],
  international: '',
  national: '',
};
const noLine: Line = {
  carrier: null,
  mcc: null,
  mnc: null,
  lineType: null,
  ported: null,
  portedAt: null,
  status: null,
  roaming: null,
  roamingCountry: null,
  prepaid: null,
  voip: null,
  risk: null,
  riskReasons: [],
  simSwappedAt: null,
  reassigned: null,
  checkedAt: null,
};

const given = {
  language: 'en-GB',
  words: exportWords((word) => texts(word)),
  total: { count: 2041, atLeast: false },
  facts: [{ name: 'by', label: 'Exported by', value: 'ann' }],
};

/** What is exported of a profile: the values of each column by its heading, with who says them. */
function exportedOf(profile: Profile): Record<string, string[]> {
  const { columns, records } = profilesDocument([profile], given);
  return Object.fromEntries(
    columns.map(({ heading }, index) => [
      heading,
      (records[0]?.values[index] ?? []).map(({ value, said: who }) =>
        who.length === 0 ? String(value) : `${value} by ${who.map(({ source }) => source).join(', ')}`,
      ),
    ]),
  );
}

describe('a document of profiles', () => {
  it('tells what is known of former holders, and the time zones of the number', () => {
    const former = {
      ...profileOf({}),
      names: [{ name: 'Zuhra', type: 'OK' }],
      married: false,
      until: Date.UTC(2020, 0, 2),
    };
    const numbering = {
      country: 'GB',
      region: null,
      lineType: null,
      carrier: null,
      timeZones: ['Europe/London'],
      international: '',
      national: '',
    };
    const exported = exportedOf(profileOf({ numbering, earlier: [former] }));
    expect(exported['Earlier holders']).toEqual([
      'Held the number until about 2020-01-02; Names: Zuhra (OK); Married: No',
    ]);
    expect(exported['Time zone']).toEqual(['Europe/London']);
  });

  it('says how many of how many it holds, and marks who is made up, above and at the person', () => {
    const document = profilesDocument(
      [profileOf({ sources: ['SANDBOX'], names: [{ name: 'Marta', type: 'OK' }] }), profileOf({ sources: ['HIYA'] })],
      given,
    );
    expect(document.facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      'Profiles: 2 of 2,041',
      'Exported by: ann',
      'Made up: 1: they come from the sandbox, not from a real source',
    ]);
    expect(document.records.map(({ heading, mark }) => [heading, mark])).toEqual([
      ['Marta · +447700900142', 'Made-up person'],
      ['No name known · +447700900142', null],
    ]);
  });

  it('keeps a name that is written from right to left apart from the number beside it', () => {
    const name = '\u05E9\u05DC\u05D5\u05DD';
    const { records } = profilesDocument([profileOf({ names: [{ name: `\u202E${name}`, type: 'OK' }] })], given);
    expect(records[0]?.heading).toBe(`\u2068${name}\u2069 · +447700900142`);
  });
});

describe('who says what', () => {
  it('when two sources write a name with other blanks and marks, then both say it, each once', () => {
    const names = [
      said('A', { name: 'Marta Lindgren', type: 'OK' }),
      said('B', { name: 'marta  LINDGREN.', type: 'DEVICE' }),
      said('A', { name: 'Marta Lindgren', type: 'TT' }),
    ];
    const profile = profileOf({ provenance: { names } });
    expect(entriesOf(profile, 'names', { name: 'Marta Lindgren', type: 'OK' }).map(({ source }) => source)).toEqual([
      'A',
      'B',
    ]);
  });

  it('when phones differ only in their marks, then they are one', () => {
    const profile = profileOf({
      provenance: { phones: [said('A', '+44 7700-900611'), said('B', '447700900611'), said('C', '+44770')] },
    });
    expect(entriesOf(profile, 'phones', '+447700900611')).toHaveLength(2);
  });

  it('when accounts of one id are on two networks, then they are two', () => {
    const accounts = [
      said('A', { id: '7', socialNetwork: 'TELEGRAM' }),
      said('B', { id: '7', socialNetwork: 'VKONTAKTE' }),
    ];
    const profile = profileOf({ provenance: { socialNetworks: accounts } });
    expect(entriesOf(profile, 'socialNetworks', { id: '7', socialNetwork: 'VKONTAKTE' })).toEqual([accounts[1]]);
  });

  it('when a name has several forms, then all who wrote one of them say it', () => {
    const names = ['Anvar Karimov', 'Анвар Каримов', 'Boris'].map((name, i) => said(`S${i}`, { name, type: 'OK' }));
    const name = { name: 'Anvar Karimov', type: 'OK', forms: ['Anvar Karimov', 'Анвар Каримов'] };
    expect(entriesOf(profileOf({ provenance: { names } }), 'names', name)).toEqual(names.slice(0, 2));
  });

  it('when some say another city, then those agree whom the server names; else all, whatever they wrote', () => {
    const provenance = { city: [said('A', 'Bristol'), said('B', 'London'), said('C', 'Бристоль')] };
    const values = [
      { value: 'Bristol', sources: ['A', 'C'] },
      { value: 'London', sources: ['B'] },
    ];
    const disagreement = { field: 'city' as const, values, chosen: 'Bristol', rule: 'TRUST' as const };
    const profile = profileOf({ city: 'Bristol', provenance, disagreements: [disagreement] });
    expect(agreeing(profile, 'city').map(({ source }) => source)).toEqual(['A', 'C']);
    expect(values.map((value) => entriesOfOption(profile, 'city', value).map(({ source }) => source))).toEqual([
      ['A', 'C'],
      ['B'],
    ]);
    expect(agreeing(profileOf({ city: 'Bristol', provenance }), 'city')).toHaveLength(3);
  });

  it('when a name is said in its parts, then a disagreement shows the part', () => {
    const provenance = {
      names: [said('A', { name: 'Taxi', type: 'OK' }), said('A', { name: 'Anvar', type: 'OK' })],
      firstName: [said('B', 'Boris')],
    };
    const profile = profileOf({ provenance });
    const shown = (value: string, source: string): unknown =>
      entriesOfOption(profile, 'names', { value, sources: [source] }).map((entry) => entry.value);
    expect([shown('Anvar', 'A'), shown('Boris Petrov', 'B')]).toEqual([[{ name: 'Anvar', type: 'OK' }], ['Boris']]);
  });

  it('when sources saw the person online at other times, then only who says the chosen one is named', () => {
    const provenance = { lastOnline: [said('A', 1), said('B', 2)] };
    expect(agreeing(profileOf({ lastOnline: 1, provenance }), 'lastOnline').map(({ source }) => source)).toEqual(['A']);
  });

  it('when sources tell the line today, then the carrier is theirs, and the plan’s is only called the first assigned', () => {
    const line = {
      ...noLine,
      carrier: 'Northwave',
      mcc: '001',
      mnc: '01',
      ported: true,
      risk: 0.7,
      riskReasons: ['spam'],
    };
    const provenance = {
      line: [said('HLR', { carrier: 'Northwave', ported: true }), said('OLD', { carrier: 'Delta Cell' })],
      numbering: [said('NUMBERING_PLAN', { carrier: 'Beeline' })],
    };
    const rows = (profile: Profile): unknown =>
      lineRows(profile).map(({ label, text, entries }) => [label, text, entries.map(({ source }) => source)]);
    expect(rows(profileOf({ line, numbering, provenance }))).toEqual([
      ['Carrier today', 'Northwave, 001-01', ['HLR']],
      ['Ported', 'Yes', ['HLR']],
      ['Risk', '70.0%, spam', []],
      ['First assigned', 'Beeline', ['NUMBERING_PLAN']],
    ]);
    expect(rows(profileOf({ numbering }))).toEqual([['First assigned', 'Beeline', []]]);
    expect(exportedOf(profileOf({ line, numbering, provenance }))).toMatchObject({
      'Carrier today': ['Northwave by HLR'],
      'First-assigned carrier': ['Beeline by NUMBERING_PLAN'],
      Ported: ['Yes by HLR'],
    });
  });

  it('when only some of the numbering says a carrier, then only those are named', () => {
    const profile = profileOf({
      provenance: { numbering: [said('A', { carrier: null }), said('B', { carrier: 'Northwave' }), said('C', null)] },
    });
    expect(numberingEntries(profile, 'carrier').map(({ source, value }) => [source, value])).toEqual([
      ['B', 'Northwave'],
    ]);
  });
});

describe('what a profile is called', () => {
  it('when first and last names are there, then they go before what others wrote', () => {
    const names = [{ name: 'Marta work', type: 'CUSTOM' }];
    expect(bestName(profileOf({ firstName: 'Marta', names }))).toBe('Marta');
    expect(bestName(profileOf({ names }))).toBe('Marta work');
    expect(bestName(profileOf({}))).toBe('');
  });

  it('when the sandbox is among its sources, then it is made up', () => {
    expect([isMadeUp(profileOf({ sources: ['SANDBOX', 'HIYA'] })), isMadeUp(profileOf({ sources: ['HIYA'] }))]).toEqual(
      [true, false],
    );
  });

  it('when networks are specified words, then as people write them; any other text stays', () => {
    expect(['TELEGRAM', 'FB', 'MY_MAIL_RU', 'BLACKHATWORLD', 'my-net'].map(networkName)).toEqual([
      'Telegram',
      'Facebook',
      'Mail.ru',
      'Blackhatworld',
      'my-net',
    ]);
    const socialNetworks = [
      { id: '1', socialNetwork: 'FB' },
      { id: '2', socialNetwork: 'FACEBOOK' },
    ];
    expect(networksOf(profileOf({ socialNetworks }))).toEqual(['Facebook']);
  });
});

describe('the words by which others saved the number', () => {
  it('when names repeat over sources, then the most said word comes first, as it is most often written', () => {
    const names = ['Marta Lindgren', 'marta work', 'Marta L'].map((name, i) => said(`S${i}`, { name, type: 'OK' }));
    expect(wordsOf(profileOf({ provenance: { names } }))).toEqual([
      { word: 'Marta', count: 3 },
      { word: 'Lindgren', count: 1 },
      { word: 'work', count: 1 },
    ]);
  });
});

describe('fields', () => {
  const profile = profileOf({
    names: [{ name: 'Marta Lindgren', type: 'OK', forms: ['Marta Lindgren', 'Марта Линдгрен'] }],
    firstName: 'Marta',
    gender: 'F',
    birthDate: '1987-04-12',
    married: true,
    country: 'SE',
    university: 'Uppsala',
    universityYearEnd: 2010,
    lastOnline: Date.UTC(2026, 0, 2, 3, 4, 5),
    socialNetworks: [{ id: '17', socialNetwork: 'TELEGRAM' }],
    images: ['a', 'b'],
    about: 'Likes herons',
  });

  it('stand in rows as people read them', () => {
    const said = aboutRows(profile).flatMap(({ label, text }) => (text === null ? [] : [[label, text]]));
    expect(said).toEqual([
      ['First name', 'Marta'],
      ['Gender', 'Female'],
      ['Born', '12 Apr 1987'],
      ['Married', 'Yes'],
      ['Country', 'Sweden'],
      ['University', 'Uppsala, 2010'],
      ['In own words', 'Likes herons'],
    ]);
  });

  it('stand each in an export, but for the moving one that tells nothing later', () => {
    const exported = exportedOf(profile);
    expect(exported).toMatchObject({
      Names: ['Marta Lindgren (OK)', 'Марта Линдгрен (OK)'],
      'First name': ['Marta'],
      Gender: ['Female'],
      Born: ['1987-04-12'],
      Married: ['Yes'],
      Country: ['Sweden'],
      'Year of degree': ['2010'],
      Networks: ['Telegram: 17'],
      Photos: ['a', 'b'],
      'Last online': ['2026.01.02 03:04:05'],
      About: ['Likes herons'],
      Emails: [],
      City: [],
    });
    // Sixteen columns are about the profile as a whole and its number.
    expect(Object.keys(exported)).toHaveLength(fieldNames.length - 1 + lineFieldNames.length + 16);
  });

  it('tell of the account in a messenger beside the networks, with who says so', () => {
    const account: Profile = {
      ...profile,
      accountType: 'EXTERNAL',
      accountOptions: ['TT', 'OFFICIAL'],
      provenance: {
        accountType: [said('TAMTAM', 'EXTERNAL'), said('OTHER', 'USER_LIST')],
        accountOptions: [said('TAMTAM', 'TT'), said('TAMTAM', 'OFFICIAL'), said('OTHER', 'tt')],
      },
    };
    const rows = accountRows(account).map(({ label, text, entries }) => [
      label,
      text,
      entries.map(({ source }) => source),
    ]);
    expect(rows).toEqual([
      ['Account type', 'EXTERNAL', ['TAMTAM']],
      ['Account options', 'TT, OFFICIAL', ['TAMTAM', 'OTHER', 'TAMTAM']],
    ]);
    expect(accountRows(profile)).toEqual([]);
    expect(exportedOf(account)).toMatchObject({
      'Account type': ['EXTERNAL by TAMTAM'],
      'Account options': ['TT by TAMTAM, OTHER', 'OFFICIAL by TAMTAM'],
      'Account status': [],
    });
  });
});

describe('the place in short', () => {
  const provenance = {
    city: [said('first', 'Tashkent')],
    country: [said('second', 'KZ'), said('numbering-plan', 'KZ')],
  };

  it('when one source says the city and another one the country, then only the city is a place', () => {
    const profile = profileOf({ city: 'Tashkent', country: 'KZ', provenance });
    expect(statedPlace(profile)).toEqual({ city: 'Tashkent', country: null });
    expect(placeWords(profile)).toBe('Tashkent');
  });

  it('when the same source says both, then they stand together', () => {
    const both = { ...provenance, country: [said('first', 'UZ'), said('second', 'UZ')] };
    expect(placeWords(profileOf({ city: 'Tashkent', country: 'UZ', provenance: both }))).toBe('Tashkent, Uzbekistan');
  });

  it('when nobody says a city, then the country stands alone, and nothing where nobody says that', () => {
    expect(placeWords(profileOf({ country: 'KZ', provenance }))).toBe('Kazakhstan');
    expect(placeWords(profileOf({}))).toBe('');
  });
});

it('parts the timeline by years, and a time that no date reaches by the number that it is', () => {
  const entries = [MOST_TIME_MS + 1, Date.UTC(2026, 5, 1), Date.UTC(2026, 1, 1)].map((at) => ({
    at,
    observedAt: null,
    kind: 'VALUE' as const,
    field: 'city',
    from: null,
    to: 'Tashkent',
    sources: [],
  }));
  expect(byYear(entries).map(([year, of]) => [year, of.length])).toEqual([
    ['8640000000000001 ms', 1],
    ['2026', 2],
  ]);
});

it('says a day of birth in the words of the language', () => {
  const { localStorage } = fakeBrowser();
  expect(valueText('birthDate', '1987-04-12')).toBe('12 Apr 1987');
  localStorage.setItem('language', 'fr');
  expect(valueText('birthDate', '1987-04-12')).toBe('12 avr. 1987');
  expect(valueText('birthDate', '1987')).toBe('1987');
  localStorage.clear();
});

it.each(['0000-00-00', '1987-00-00', '1990-05-00', '1987-02-30', '1987-13-01', '0000-04-12', '1987-02-29'])(
  'the birth date %s, which is no day, stays as it was said',
  (value) => {
    expect(valueText('birthDate', value)).toBe(value);
  },
);

it('the birth date 1988-02-29 is a day, and so is one of the first century', () => {
  expect(valueText('birthDate', '1988-02-29')).toBe('29 Feb 1988');
  expect(valueText('birthDate', '0087-04-12')).toBe('12 Apr 87');
});
