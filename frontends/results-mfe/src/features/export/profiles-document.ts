import { Profile, ProfileDetail } from '@numscope/contracts/profiles';
import type { ExportDocument, ExportFact, ExportRecord } from '@numscope/ui/export/export-document.ts';
import { isolated } from '@numscope/ui/export/isolated.ts';
import { regionName } from '@numscope/ui/phone/region-name.ts';
import type { FoundTotal } from '../../domain/found-total.ts';
import { bestName, isMadeUp } from '../../domain/profile-facts.ts';
import type { ExportWords } from './export-words.ts';
import type { ValueWords } from './field-values.ts';
import { profileColumns } from './profile-columns.ts';

/** What the page tells the worker about the profiles that the server has answered. */
export interface ProfilesGiven {
  /** A language tag of BCP 47. */
  language: string;
  words: ExportWords;
  /** How many a search found; null: not known. */
  total: FoundTotal | null;
  facts: readonly ExportFact[];
}

/** Pictures of one person that stand in a document; the ids of all of them do. */
const PHOTOS_EACH = 4;

const filledIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** A thousand at the most, or the one of a profile's page. */
const profilesOf = (data: unknown): Profile[] =>
  Array.isArray(data) ? Profile.array().parse(data) : [ProfileDetail.parse(data).target];

/** What the server answered as a document in the reader's language. @throws ZodError for what are no profiles */
export function profilesDocument(data: unknown, { language, words, total, facts }: ProfilesGiven): ExportDocument {
  const profiles = profilesOf(data);
  const of = (word: string): string => words[word] ?? word;
  const count = (value: number): string => new Intl.NumberFormat(language).format(value);
  const said: ValueWords = { of, country: (code) => regionName(language, code) };
  const madeUp = profiles.filter(isMadeUp).length;
  const record = (profile: Profile): ExportRecord => ({
    id: profile.phone,
    heading: `${isolated(bestName(profile)) || of('noName')} · ${profile.phone}`,
    mark: isMadeUp(profile) ? of('madeUpPerson') : null,
    photos: [...new Set(profile.photos.map(({ imageId }) => imageId))].slice(0, PHOTOS_EACH),
    values: profileColumns.map(({ values }) => values(profile, said)),
  });
  return {
    language,
    title: of('exportTitle'),
    facts: [
      {
        name: 'count',
        label: of('exportTitle'),
        value:
          total === null
            ? count(profiles.length)
            : filledIn(of(total.atLeast ? 'exportOfAtLeast' : 'exportOf'), {
                count: count(profiles.length),
                total: count(total.count),
              }),
      },
      ...facts,
      ...(madeUp === 0
        ? []
        : [{ name: 'madeUp', label: of('madeUp'), value: filledIn(of('madeUpCount'), { count: count(madeUp) }) }]),
    ],
    columns: profileColumns.map(({ header, values: _values, ...column }) => ({ ...column, heading: of(header) })),
    records: profiles.map(record),
    words: {
      photo: of('photoColumn'),
      records: of('exportTitle'),
      about: of('exportAbout'),
      otherScript: of('otherScript'),
      otherScriptNote: of('otherScriptNote'),
    },
    provenance: {
      title: of('provenance'),
      record: of('phone'),
      field: of('provenanceField'),
      value: of('kindValue'),
      source: of('fieldSource'),
      asked: of('provenanceAsked'),
      observed: of('provenanceObserved'),
      cached: of('cached'),
    },
  };
}
