import {
  byListField,
  bySingleField,
  type Disagreement,
  isSingle,
  type Line,
  type LineField,
  lineFields,
  type ListField,
  type Profile,
  type SingleField,
} from '@numscope/contracts';
import { countryName, type ExportTable, formatLastOnline, formatUtc } from '@numscope/ui';
import { type Column, fieldColumns } from '../../domain/fields.ts';
import { bestName, isMadeUp, networkName } from '../../domain/profile-facts.ts';

type Cell = string | number | null;

const lines = (values: readonly string[]): string => values.join('\n');
const word = (value: boolean | string | null): Cell => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value);

const same = <V extends Cell>(value: V): Cell => value;

/** What stands in the cell of a field, by its kind. */
const singleCells: { readonly [F in SingleField]: (value: Profile[F]) => Cell } = bySingleField({
  text: same<string | null>,
  name: same<string | null>,
  place: same<string | null>,
  date: same<string | null>,
  gender: same<string | null>,
  country: (value: string | null) => (value === null ? null : countryName(value)),
  flag: word,
  flagOrText: word,
  numberOrText: same<string | number | null>,
  time: formatLastOnline,
});

/** The lists of a profile by their fields' names: the photos stand in it as `images`. */
const listsOf = (profile: Profile) => ({ ...profile, photos: profile.images });
type Lists = ReturnType<typeof listsOf>;
const listCells: { readonly [F in ListField]: (values: Lists[F]) => Cell } = byListField({
  text: lines,
  name: (names: Profile['names']) =>
    lines(names.flatMap(({ name, type, forms = [name] }) => forms.map((form) => `${form} (${type})`))),
  email: lines,
  phone: lines,
  account: (accounts: Profile['socialNetworks']) =>
    lines(accounts.map(({ id, socialNetwork }) => `${networkName(socialNetwork)}: ${id}`)),
  site: lines,
  image: lines,
});

const singleCell = <F extends SingleField>(profile: Profile, field: F): Cell => singleCells[field](profile[field]);
const listCell = <F extends ListField>(profile: Profile, field: F): Cell => listCells[field](listsOf(profile)[field]);

const disagreementText = ({ field, values }: Disagreement): string =>
  `${field}: ${values.map(({ value, sources }) => `${String(value)} (${sources.join(', ')})`).join(' / ')}`;

/** What sources say of the line today. */
const lineColumns: ReadonlyArray<Column & { field: LineField }> = [
  { field: 'carrier', header: 'Carrier today', width: 18 },
  { field: 'mcc', header: 'MCC', width: 6 },
  { field: 'mnc', header: 'MNC', width: 6 },
  { field: 'lineType', header: 'Line type today', width: 14 },
  { field: 'ported', header: 'Ported', width: 8 },
  { field: 'portedAt', header: 'Ported at', width: 24 },
  { field: 'status', header: 'Line status', width: 14 },
  { field: 'roaming', header: 'Roaming', width: 8 },
  { field: 'roamingCountry', header: 'Roaming country', width: 14 },
  { field: 'prepaid', header: 'Prepaid', width: 8 },
  { field: 'voip', header: 'VoIP', width: 8 },
  { field: 'risk', header: 'Risk', width: 8 },
  { field: 'riskReasons', header: 'Reasons of the risk', width: 24 },
  { field: 'simSwappedAt', header: 'SIM swapped at', width: 24 },
  { field: 'reassigned', header: 'Reassigned', width: 10 },
  { field: 'checkedAt', header: 'Line checked at', width: 24 },
];
const lineCell = (value: Line[LineField], field: LineField): Cell => {
  if (Array.isArray(value)) return lines(value);
  if (typeof value === 'boolean') return word(value);
  return typeof value === 'number' && lineFields[field] === 'time' ? formatUtc(value) : value;
};

/** Each column of the spreadsheet: its head, its width in characters, and what a profile puts there. */
const columns: readonly (Column & { value: (profile: Profile) => Cell })[] = [
  { header: 'Phone', width: 18, value: ({ phone }) => phone },
  { header: 'Best name', width: 26, value: (profile) => bestName(profile) },
  { header: 'Made up', width: 10, value: (profile) => (isMadeUp(profile) ? 'Made-up person' : null) },
  { header: 'Confidence', width: 11, value: ({ confidence }) => confidence },
  ...fieldColumns.map(({ field, column }) => ({
    ...column,
    value: (profile: Profile) => (isSingle(field) ? singleCell(profile, field) : listCell(profile, field)),
  })),
  { header: 'Disagreements', width: 30, value: ({ disagreements }) => lines(disagreements.map(disagreementText)) },
  {
    header: 'Changed hands since',
    width: 24,
    value: ({ otherHolder }) => (otherHolder ? formatUtc(otherHolder.since) : null),
  },
  { header: 'Likelihood of that', width: 10, value: ({ otherHolder }) => otherHolder?.likelihood ?? null },
  { header: 'Reasons for that', width: 24, value: ({ otherHolder }) => lines(otherHolder?.reasons ?? []) },
  ...lineColumns.map(({ header, width, field }) => ({
    header,
    width,
    value: ({ line }: Profile) => lineCell(line?.[field] ?? null, field),
  })),
  { header: 'First-assigned carrier', width: 18, value: ({ numbering }) => numbering?.carrier ?? null },
  { header: 'Line type of the plan', width: 14, value: ({ numbering }) => numbering?.lineType ?? null },
  { header: 'Region', width: 18, value: ({ numbering }) => numbering?.region ?? null },
  { header: 'Sources', width: 22, value: ({ sources }) => lines(sources) },
  { header: 'Jobs', width: 12, value: ({ jobs }) => lines(jobs.map(String)) },
  { header: 'Newest answer', width: 24, value: ({ timestamp }) => formatUtc(timestamp) },
];

/** Profiles as a table for a spreadsheet; lists stand in one cell, an entry on each line. */
export const profileTable = (profiles: readonly Profile[]): ExportTable => ({
  title: profiles.some(isMadeUp) ? 'Profiles (made-up people)' : 'Profiles',
  columns: columns.map(({ header, width }) => ({ header, width })),
  rows: profiles.map((profile) => columns.map(({ value }) => value(profile))),
});
