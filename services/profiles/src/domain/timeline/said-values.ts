import type { TimelineEntry } from '@numscope/contracts';
import { listFields, type ProfileField, singleFields } from '@numscope/contracts/profile-fields';
import { comparisonOf } from '../comparison/single-values.ts';
import { type ComparedName, readName } from '../comparison/person-name.ts';
import { observedAtOf } from '../observed-at.ts';
import type { Found } from '../preference.ts';
import { keyOf, looseText } from '../value-keys.ts';

/** A value that a source says, and by what it is one and the same as another's. */
export interface SaidValue {
  kind: TimelineEntry['kind'];
  field: string;
  key: string;
  value: unknown;
  observedAt: number | null;
  /** Whether a field has one value, so that another one takes its place. */
  isOnly: boolean;
}

/** What says only whether somebody is there now is no change worth telling. */
const passing: ReadonlySet<ProfileField> = new Set(['lastOnline', 'online']);
const DAY_MS = 86_400_000;
const dayOf = (at: number): string => String(Math.floor(at / DAY_MS));
const plainOfLine = ['lineType', 'status', 'roaming', 'roamingCountry', 'prepaid', 'voip', 'reassigned'] as const;

function singlesOf(found: Found): SaidValue[] {
  return singleFields.flatMap((field): SaidValue[] => {
    const value = found.fields[field];
    if (passing.has(field) || value === undefined || value === null) return [];
    const key = (comparisonOf[field].key as (said: unknown) => string)(value);
    return [{ kind: 'VALUE', field, key, value, observedAt: observedAtOf(found, field, value), isOnly: true }];
  });
}

/** The key that a name shares with all spellings of it among the names of a number. */
export type NameKey = (name: ComparedName) => string;

function listsOf(found: Found, nameKey: NameKey): SaidValue[] {
  return listFields.flatMap((field) => {
    const items: readonly unknown[] = found.fields[field] ?? [];
    const name = field === 'photos' ? 'images' : field;
    return items.map((value): SaidValue => {
      const own = (keyOf[field] as (item: unknown) => string)(value);
      const key = field === 'names' ? nameKey(readName((value as { name: string }).name)) : own;
      return { kind: 'VALUE', field: name, key, value, observedAt: observedAtOf(found, field, value), isOnly: false };
    });
  });
}

/** What is known of the line; that it was not ported or does not roam is no event. */
function ofLine({ fields: { line }, observedAt }: Found): SaidValue[] {
  if (!line) return [];
  const time = line.checkedAt ?? observedAt ?? null;
  const said: SaidValue[] = [];
  const say = (kind: SaidValue['kind'], field: string, value: unknown, key: string, when = time): void =>
    void said.push({ kind, field: `line.${field}`, key, value, observedAt: when, isOnly: true });
  if (line.carrier) say('CARRIER', 'carrier', line.carrier, looseText(line.carrier));
  const { portedAt = null, simSwappedAt } = line;
  if (line.ported === true || portedAt !== null)
    say('PORTED', 'ported', portedAt ?? true, portedAt === null ? 'true' : dayOf(portedAt), portedAt ?? time);
  if (typeof simSwappedAt === 'number')
    say('SIM_SWAP', 'simSwappedAt', simSwappedAt, dayOf(simSwappedAt), simSwappedAt);
  for (const field of plainOfLine) {
    const value = line[field] ?? null;
    if (value !== null && value !== false) say('VALUE', field, value, looseText(String(value)));
  }
  return said;
}

/** All values that an observation says. */
export const saidValues = (found: Found, nameKey: NameKey): SaidValue[] => [
  ...singlesOf(found),
  ...listsOf(found, nameKey),
  ...ofLine(found),
];
