import type { Profile, ProvenanceEntry, SingleField } from '@numscope/contracts';
import { agreeing, numberingEntries } from '../../domain/provenance.ts';
import { texts } from '../../texts/texts.ts';
import { lineTypeText, valueText } from './value-text.ts';

export interface AboutRow {
  label: string;
  /** Null: nobody says. */
  text: string | null;
  entries: ProvenanceEntry[];
}

const single = (profile: Profile, field: SingleField, label: Parameters<typeof texts>[0]): AboutRow => {
  const value = profile[field];
  return { label: texts(label), text: value === null ? null : valueText(field, value), entries: agreeing(profile, field) };
};

function universityOf(profile: Profile): AboutRow {
  const row = single(profile, 'university', 'university');
  const year = profile.universityYearEnd;
  return year === null ? row : { ...row, text: [row.text, String(year)].filter((part) => part !== null).join(', ') };
}

const ofNumber = (profile: Profile, part: 'carrier' | 'lineType' | 'region', label: Parameters<typeof texts>[0]): AboutRow => {
  const value = profile.numbering?.[part] ?? null;
  return {
    label: texts(label),
    text: value === null ? null : part === 'lineType' ? lineTypeText(value) : value,
    entries: numberingEntries(profile, part),
  };
};

/** What is said about the person and the number, in the order of the page: left, right, left. */
export function aboutRows(profile: Profile): AboutRow[] {
  const zones = profile.numbering?.timeZones ?? [];
  return [
    single(profile, 'firstName', 'firstName'),
    single(profile, 'lastName', 'lastName'),
    single(profile, 'maidenName', 'maidenName'),
    single(profile, 'gender', 'gender'),
    single(profile, 'birthDate', 'birthDate'),
    single(profile, 'married', 'married'),
    single(profile, 'country', 'country'),
    single(profile, 'city', 'city'),
    universityOf(profile),
    single(profile, 'faculty', 'faculty'),
    single(profile, 'chair', 'chair'),
    single(profile, 'religion', 'religion'),
    single(profile, 'political', 'political'),
    ofNumber(profile, 'carrier', 'carrier'),
    ofNumber(profile, 'lineType', 'lineType'),
    ofNumber(profile, 'region', 'region'),
    {
      label: texts('timeZones'),
      text: zones.length === 0 ? null : zones.slice(0, 2).join(', ') + (zones.length > 2 ? ` +${zones.length - 2}` : ''),
      entries: zones.length === 0 ? [] : numberingEntries(profile, 'timeZones'),
    },
    single(profile, 'about', 'aboutText'),
  ];
}
