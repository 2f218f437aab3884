import { fieldNames, isoTime, isSingle, type ProfileField, type TimelineEntry } from '@numscope/contracts';
import { formatUtc, type Word } from '@numscope/ui';
import { labelOf } from '../../domain/fields.ts';
import { lineWords } from '../../domain/line-words.ts';
import { texts } from '../../texts/texts.ts';
import { valueText } from './value-text.ts';

const ofLists = {
  names: 'names',
  emails: 'emailsSection',
  phones: 'phones',
  addresses: 'addresses',
  friends: 'friends',
  socialNetworks: 'networksSection',
  schools: 'schools',
  work: 'work',
  sites: 'site',
  images: 'photos',
  photos: 'photos',
  additionalContact: 'additionalContact',
  accountOptions: 'accountOptions',
} as const satisfies Record<string, Word<typeof texts>>;
const ofLine = {
  'line.carrier': 'lineCarrier',
  'line.ported': 'linePorted',
  'line.simSwappedAt': 'lineSimSwapped',
  'line.lineType': 'lineTypeToday',
  'line.status': 'lineStatus',
  'line.roaming': 'lineRoaming',
  'line.roamingCountry': 'lineRoaming',
  'line.prepaid': 'linePrepaid',
  'line.voip': 'lineVoip',
  'line.reassigned': 'lineReassigned',
} as const satisfies Record<string, Word<typeof texts>>;
const words: Readonly<Record<string, Word<typeof texts>>> = { ...ofLists, ...ofLine, line: 'line' };

const known: ReadonlySet<string> = new Set(fieldNames);
const isField = (field: string): field is ProfileField => known.has(field);

/** What a field is called. */
export function fieldText(field: string): string {
  if (isField(field) && isSingle(field)) return texts(labelOf(field));
  const word = words[field];
  return word === undefined ? field : texts(word);
}

/** A value of a field in words. */
export function entryText(field: string, value: unknown): string {
  if (value !== null && typeof value === 'object') {
    if ('name' in value) return String(value.name);
    if ('socialNetwork' in value && 'id' in value) return `${String(value.socialNetwork)} ${String(value.id)}`;
    return JSON.stringify(value);
  }
  if (typeof value === 'boolean') return texts(value ? 'yes' : 'no');
  if (typeof value === 'number' && (field === 'line.ported' || field === 'line.simSwappedAt')) return formatUtc(value);
  if (field === 'line.status' || field === 'line.lineType') return lineWords(String(value));
  if (field === 'images') return String(value).slice(0, 8);
  return isField(field) && isSingle(field) ? valueText(field, value) : String(value);
}

/** When an entry was so, as far as anybody tells. */
export const timeOf = ({ observedAt, at }: TimelineEntry): number => observedAt ?? at;

/** The year as it is here; of a time that no date reaches the number that it is. */
function yearOf(at: number): string {
  const year = new Date(at).getFullYear();
  return Number.isNaN(year) ? isoTime(at) : String(year);
}

/** Entries by the year in which they were so, as they stand: the newest first. */
export const byYear = (entries: readonly TimelineEntry[]): Array<[year: string, entries: TimelineEntry[]]> => [
  ...Map.groupBy(entries, (entry) => yearOf(timeOf(entry))),
];
