import type { Profile, ProvenanceEntry, SingleField } from '@numscope/contracts';
import { labelOf, rowFields } from '../../domain/fields.ts';
import { lineWords } from '../../domain/line-words.ts';
import { agreeing, numberingEntries } from '../../domain/provenance.ts';
import type { Word } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';
import { valueText } from './value-text.ts';

export interface AboutRow {
  label: string;
  /** Null: nobody says. */
  text: string | null;
  entries: ProvenanceEntry[];
}

function rowOf(profile: Profile, field: SingleField): AboutRow {
  const value = profile[field];
  const text = value === null ? null : valueText(field, value);
  const year = field === 'university' ? profile.universityYearEnd : null;
  return {
    label: texts(labelOf(field)),
    text: year === null ? text : [text, String(year)].filter((part) => part !== null).join(', '),
    entries: agreeing(profile, field),
  };
}

const ofNumber = (profile: Profile, part: 'lineType' | 'region', label: Word<typeof texts>): AboutRow => {
  const value = profile.numbering?.[part] ?? null;
  return {
    label: texts(label),
    text: value === null ? null : part === 'lineType' ? lineWords(value) : value,
    entries: numberingEntries(profile, part),
  };
};

/** What is said about the person and the number, in the order of the page: left, right, left. */
export function aboutRows(profile: Profile): AboutRow[] {
  const zones = profile.numbering?.timeZones ?? [];
  return [
    ...rowFields.map((field) => rowOf(profile, field)),
    ofNumber(profile, 'lineType', 'lineType'),
    ofNumber(profile, 'region', 'region'),
    {
      label: texts('timeZones'),
      text:
        zones.length === 0 ? null : zones.slice(0, 2).join(', ') + (zones.length > 2 ? ` +${zones.length - 2}` : ''),
      entries: zones.length === 0 ? [] : numberingEntries(profile, 'timeZones'),
    },
    rowOf(profile, 'about'),
  ];
}
