import {
  type ListField,
  type Profile,
  type ProvenanceEntry,
  type SingleField,
  singleFields,
} from '@numscope/contracts';

/** Case, blanks and punctuation make no difference, as docs/profile-rules.md has it. */
const plain = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, ' ')
    .trim();

function textOf(value: unknown): string {
  if (value !== null && typeof value === 'object') {
    if ('name' in value) return String(value.name);
    if ('socialNetwork' in value && 'id' in value) return `${String(value.socialNetwork)}\n${String(value.id)}`;
    return JSON.stringify(value);
  }
  return String(value);
}

/** By what two values of a field are the same, as the server unites lists. */
function keyOf(field: string, value: unknown): string {
  const text = textOf(value);
  if (field === 'emails') return text.trim().toLowerCase();
  if (field === 'phones') return text.replaceAll(/\D/g, '');
  if (field === 'socialNetworks' || field === 'photos') return text;
  if (field === 'sites')
    return text
      .toLowerCase()
      .replace(/^[a-z]+:\/\//, '')
      .replace(/^www\./, '')
      .replace(/\/+$/, '');
  return plain(text) || text;
}

/** Who says this entry of a list, each source once, the most trusted first. */
export function entriesOf(profile: Profile, field: ListField, value: unknown): ProvenanceEntry[] {
  const key = keyOf(field, value);
  const seen = new Set<string>();
  return (profile.provenance[field] ?? []).filter((entry) => {
    if (keyOf(field, entry.value) !== key || seen.has(entry.source)) return false;
    seen.add(entry.source);
    return true;
  });
}

/** Who says the chosen value of a field. */
export function agreeing(profile: Profile, field: SingleField): ProvenanceEntry[] {
  const entries = profile.provenance[field] ?? [];
  const [chosen] = entries;
  return chosen === undefined
    ? []
    : entries.filter((entry) => keyOf(field, entry.value) === keyOf(field, chosen.value));
}

/** Who says a part of what the numbering plan tells. */
export function numberingEntries(
  profile: Profile,
  part: 'carrier' | 'lineType' | 'region' | 'timeZones' | 'country',
): ProvenanceEntry[] {
  return (profile.provenance['numbering'] ?? []).flatMap((entry) => {
    const value =
      entry.value !== null && typeof entry.value === 'object' && part in entry.value
        ? Reflect.get(entry.value, part)
        : null;
    return value === null || value === undefined ? [] : [{ ...entry, value: value as unknown }];
  });
}

/** What the sources say differently about one field; the chosen value first. */
export interface Disagreement {
  field: SingleField;
  options: ProvenanceEntry[][];
}

/** Moments change with every answer: that one was seen later is no disagreement. */
const changing = new Set<SingleField>(['lastOnline', 'online', 'about']);

export function disagreements(profile: Profile): Disagreement[] {
  return singleFields.flatMap((field) => {
    if (changing.has(field)) return [];
    const options = Map.groupBy(profile.provenance[field] ?? [], (entry) => keyOf(field, entry.value));
    return options.size > 1 ? [{ field, options: [...options.values()] }] : [];
  });
}
