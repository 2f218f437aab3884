import {
  type Disagreement,
  type LineField,
  type ListField,
  movingFields,
  type Profile,
  type ProvenanceEntry,
  type SingleField,
  SourceLine,
  withoutEndSlashes,
} from '@numscope/contracts';
import { fewMarks } from '@numscope/contracts/few-marks';

/** Case, blanks and punctuation make no difference, as docs/profile-rules.md has it. */
const plain = (text: string): string =>
  fewMarks(text)
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

/** Equal for two values of a field that are the same, as the server unites lists. */
function keyOf(field: string, value: unknown): string {
  const text = textOf(value);
  if (field === 'emails') return text.trim().toLowerCase();
  if (field === 'phones') return text.replaceAll(/\D/g, '');
  if (field === 'socialNetworks' || field === 'photos') return text;
  if (field === 'sites')
    return withoutEndSlashes(
      text
        .toLowerCase()
        .replace(/^[a-z]+:\/\//, '')
        .replace(/^www\./, ''),
    );
  return plain(text) || text;
}

/** A name stands for all its forms. */
const formsOf = (value: unknown): unknown[] =>
  value !== null && typeof value === 'object' && 'forms' in value && Array.isArray(value.forms) ? value.forms : [value];

/**
 * Who says an entry of this list, each source once, the most trusted first: looked up among what stands ready, for whoever asks
 * about all of its entries.
 */
export function entriesByValue(profile: Profile, field: ListField): (value: unknown) => ProvenanceEntry[] {
  const said = Map.groupBy(profile.provenance[field]?.entries() ?? [], ([, entry]) => keyOf(field, entry.value));
  return (value) => {
    const keys = new Set(formsOf(value).map((form) => keyOf(field, form)));
    const found = [...keys].flatMap((key) => said.get(key) ?? []).sort(([one], [other]) => one - other);
    const seen = new Set<string>();
    return found.flatMap(([, entry]) => (seen.size === seen.add(entry.source).size ? [] : [entry]));
  };
}

/** Who says this entry of a list, each source once, the most trusted first. */
export const entriesOf = (profile: Profile, field: ListField, value: unknown): ProvenanceEntry[] =>
  entriesByValue(profile, field)(value);

const moving: ReadonlySet<SingleField> = new Set(movingFields);

/** Who says the chosen value of a field. The server has decided what is the same in other words. */
export function agreeing(profile: Profile, field: SingleField): ProvenanceEntry[] {
  const entries = profile.provenance[field] ?? [];
  const chosen = disagreementsOf(profile).find((each) => each.field === field)?.values[0];
  if (chosen) return entries.filter(({ source }) => chosen.sources.includes(source));
  return moving.has(field) ? entries.filter(({ value }) => value === entries[0]?.value) : entries;
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

/** Who says what stands of the line today. */
export function lineEntries(profile: Profile, field: LineField): ProvenanceEntry[] {
  const stands = JSON.stringify(profile.line?.[field] ?? null);
  return (profile.provenance['line'] ?? []).flatMap((entry) => {
    const said = SourceLine.safeParse(entry.value).data?.[field] ?? null;
    const value = field === 'checkedAt' ? (said ?? entry.observedAt) : said;
    return value !== null && plain(JSON.stringify(value)) === plain(stands) ? [{ ...entry, value }] : [];
  });
}

/** Where sources contradict each other. A profile by older rules has none until the server has computed it anew. */
export const disagreementsOf = ({ disagreements = [] }: Pick<Partial<Profile>, 'disagreements'>): Disagreement[] =>
  disagreements;

/** What the sources said of one value of a disagreement, one entry each. A name may be said in its parts. */
export function entriesOfOption(
  profile: Profile,
  field: Disagreement['field'],
  { value, sources }: Disagreement['values'][number],
): ProvenanceEntry[] {
  const fields = field === 'names' ? [field, 'firstName', 'lastName'] : [field];
  const entries = fields.flatMap((each) => profile.provenance[each] ?? []);
  return sources.flatMap((source) => {
    const said = entries.filter((entry) => entry.source === source);
    const [entry] = [...said.filter((one) => textOf(one.value) === String(value)), ...said];
    return entry ? [entry] : [];
  });
}
