import {
  byListField,
  type Disagreement,
  type EarlierHolder,
  isoDay,
  isSingle,
  type LineField,
  lineFields,
  type Profile,
  type ProfileField,
  type ProvenanceEntry,
} from '@numscope/contracts';
import { cellLists } from '@numscope/contracts/list-cell';
import type { ExportColumn, ExportValue, Said } from '@numscope/ui/export/export-document.ts';
import { formatUtc } from '@numscope/ui/format/times.ts';
import { type Column, fieldColumns } from '../../domain/fields.ts';
import { holderReasonWords } from '../../domain/holder-reasons.ts';
import { bestName, isMadeUp } from '../../domain/profile-facts.ts';
import { lineEntries, numberingEntries } from '../../domain/provenance.ts';
import { fieldValues, type ValueWords } from './field-values.ts';

type Values = readonly ExportValue[];
export interface ProfileColumn extends Column {
  /** For programs; the same in each language. */
  name: string;
  /** What an import reads in a cell of it; without it nothing does. */
  cell?: ExportColumn['cell'];
  values: (profile: Profile, words: ValueWords) => Values;
}

const saidOf = ({ source, at, observedAt, cached }: ProvenanceEntry): Said => ({
  source,
  at: formatUtc(at),
  observedAt: observedAt === null ? null : formatUtc(observedAt),
  cached,
});

/** One value with who says it; nothing where there is none. */
const oneValue = (value: string | number | null | undefined, entries: readonly ProvenanceEntry[] = []): Values =>
  value === null || value === undefined || value === '' ? [] : [{ value, said: entries.map(saidOf) }];

const many = (values: readonly string[]): Values => values.flatMap((value) => oneValue(value));

const listCells = byListField(cellLists);
const cellOf = (field: ProfileField): ExportColumn['cell'] => (isSingle(field) ? 'text' : listCells[field]);

const headingOf = new Map<string, Column['header']>(fieldColumns.map(({ field, column }) => [field, column.header]));

function disagreementText({ field, values }: Disagreement, words: ValueWords): string {
  const heading = headingOf.get(field);
  const said = values.map(({ value, sources }) => `${String(value)} (${sources.join(', ')})`).join(' / ');
  return `${heading === undefined ? field : words.of(heading)}: ${said}`;
}

/** All that is said of a former holder in one text: a table has no columns for each of them. */
function earlierText(profile: Profile, holder: EarlierHolder, words: ValueWords): string {
  const known = fieldColumns.flatMap(({ field, column }) => {
    const values = fieldValues({ ...profile, ...holder }, field, words).map(({ value }) => String(value));
    return values.length === 0 ? [] : [`${words.of(column.header)}: ${values.join(', ')}`];
  });
  return [words.of('heldUntil').replace('{day}', isoDay(holder.until)), ...known].join('; ');
}

/** What sources say of the line today. */
const lineColumns: Readonly<Record<LineField, Column>> = {
  carrier: { header: 'lineCarrier', width: 18 },
  mcc: { header: 'lineMcc', width: 6 },
  mnc: { header: 'lineMnc', width: 6 },
  lineType: { header: 'lineTypeToday', width: 14 },
  ported: { header: 'linePorted', width: 8 },
  portedAt: { header: 'linePortedAt', width: 24 },
  status: { header: 'lineStatusToday', width: 14 },
  roaming: { header: 'lineRoaming', width: 8 },
  roamingCountry: { header: 'lineRoamingCountry', width: 14 },
  prepaid: { header: 'linePrepaid', width: 8 },
  voip: { header: 'lineVoip', width: 8 },
  risk: { header: 'lineRisk', width: 8 },
  riskReasons: { header: 'lineRiskReasons', width: 24 },
  simSwappedAt: { header: 'lineSimSwappedAt', width: 24 },
  reassigned: { header: 'lineReassigned', width: 10 },
  checkedAt: { header: 'lineCheckedAt', width: 24 },
};

function lineValues(profile: Profile, field: LineField, words: ValueWords): Values {
  const value = profile.line?.[field] ?? null;
  const entries = value === null ? [] : lineEntries(profile, field);
  if (Array.isArray(value)) return value.flatMap((each) => oneValue(each, entries));
  if (typeof value === 'boolean') return oneValue(words.of(value ? 'yes' : 'no'), entries);
  if (typeof value === 'number' && lineFields[field] === 'time') return oneValue(formatUtc(value), entries);
  return oneValue(value, entries);
}

const lineFieldNames = Object.keys(lineColumns) as LineField[];

/** All that is exported of a profile, in its order. */
export const profileColumns: readonly ProfileColumn[] = [
  { name: 'phone', header: 'phone', width: 18, cell: 'text', values: ({ phone }) => oneValue(phone) },
  { name: 'bestName', header: 'bestName', width: 26, values: (profile) => oneValue(bestName(profile)) },
  {
    name: 'madeUp',
    header: 'madeUp',
    width: 20,
    values: (profile, words) => oneValue(isMadeUp(profile) ? words.of('madeUpPerson') : null),
  },
  { name: 'confidence', header: 'confidence', width: 11, values: ({ confidence }) => oneValue(confidence) },
  ...fieldColumns.map(({ field, column }) => ({
    ...column,
    name: field,
    cell: cellOf(field),
    values: (profile: Profile, words: ValueWords) =>
      fieldValues(profile, field, words).flatMap(({ value, entries }) => oneValue(value, entries)),
  })),
  {
    name: 'disagreements',
    header: 'disagreements',
    width: 30,
    values: ({ disagreements }, words) => many(disagreements.map((each) => disagreementText(each, words))),
  },
  {
    name: 'otherHolder.since',
    header: 'changedHands',
    width: 24,
    values: ({ otherHolder }) => oneValue(otherHolder && formatUtc(otherHolder.since)),
  },
  {
    name: 'otherHolder.likelihood',
    header: 'changedHandsLikelihood',
    width: 12,
    values: ({ otherHolder }) => oneValue(otherHolder?.likelihood),
  },
  {
    name: 'otherHolder.reasons',
    header: 'changedHandsReasons',
    width: 24,
    values: ({ otherHolder }, words) =>
      many((otherHolder?.reasons ?? []).map((reason) => words.of(holderReasonWords[reason]))),
  },
  {
    name: 'earlier',
    header: 'earlier',
    width: 30,
    values: (profile, words) => many(profile.earlier.map((holder) => earlierText(profile, holder, words))),
  },
  ...lineFieldNames.map((field) => ({
    ...lineColumns[field],
    name: `line.${field}`,
    cell: field === 'riskReasons' ? ('texts' as const) : ('text' as const),
    values: (profile: Profile, words: ValueWords) => lineValues(profile, field, words),
  })),
  {
    name: 'numbering.carrier',
    header: 'firstAssignedCarrier',
    width: 18,
    values: (profile) => oneValue(profile.numbering?.carrier, numberingEntries(profile, 'carrier')),
  },
  {
    name: 'numbering.lineType',
    header: 'lineType',
    width: 14,
    values: (profile) => oneValue(profile.numbering?.lineType, numberingEntries(profile, 'lineType')),
  },
  {
    name: 'numbering.region',
    header: 'region',
    width: 18,
    values: (profile) => oneValue(profile.numbering?.region, numberingEntries(profile, 'region')),
  },
  {
    name: 'numbering.timeZones',
    header: 'timeZones',
    width: 18,
    values: (profile) =>
      (profile.numbering?.timeZones ?? []).flatMap((zone) => oneValue(zone, numberingEntries(profile, 'timeZones'))),
  },
  { name: 'sources', header: 'sources', width: 22, cell: 'texts', values: ({ sources }) => many(sources) },
  { name: 'jobs', header: 'jobsColumn', width: 12, values: ({ jobs }) => many(jobs.map(String)) },
  { name: 'timestamp', header: 'newestAnswer', width: 24, values: ({ timestamp }) => oneValue(formatUtc(timestamp)) },
];
