import type { ListField, ProfileField, SingleField, SourceFields } from '@numscope/contracts';
import { byListField, fieldNames, isSingle } from '@numscope/contracts/profile-fields';
import { isRecord } from '@numscope/contracts/is-record';
import { text } from './clean-fields.ts';
import { countryCode } from './country-code.ts';
import type { KeptObservation } from './observation.ts';
import { keyOf } from './value-keys.ts';

const fields: ReadonlySet<string> = new Set(fieldNames);
const isField = (name: string): name is ProfileField => fields.has(name);

type Timed = Pick<KeptObservation, 'observedAt'> & { fields: SourceFields };

const isText = (value: unknown): boolean => typeof value === 'string';
const isObjectWith =
  (...names: string[]) =>
  (value: unknown): boolean =>
    isRecord(value) && names.every((name) => isText(value[name]));
const hasShape = byListField({
  text: isText,
  name: isObjectWith('name'),
  email: isText,
  phone: isText,
  account: isObjectWith('id', 'socialNetwork'),
  site: isText,
  image: isText,
});

/**
 * By what an item of a list is one and the same as others. Null for what has not the shape of the list's field: an
 * import says the times of values as it likes.
 */
export const listKey = (field: ListField, value: unknown): string | null =>
  hasShape[field](value) ? (keyOf[field] as (item: unknown) => string)(value).toLowerCase() : null;

/** The times of each list of told times, keyed as `listKey` has it; the first where a value has several. */
const timesByKey = new WeakMap<object, Map<string, number>>();

/** A list may have thousands of values, each with a time: looked for one by one they would be compared all with all. */
function timeOf(
  told: NonNullable<SourceFields['valueTimes']>[string],
  field: ListField,
  value: unknown,
): number | undefined {
  let times = timesByKey.get(told);
  if (!times) {
    times = new Map();
    for (const one of told) {
      const key = listKey(field, one.value);
      if (key !== null && !times.has(key)) times.set(key, one.observedAt);
    }
    timesByKey.set(told, times);
  }
  const key = listKey(field, value);
  return key === null ? undefined : times.get(key);
}

/** A told value as the fold has it: a source says when a thing was so by the text that it sent. */
const asFolded = (field: SingleField, value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  return field === 'country' ? countryCode(text(value)) : text(value);
};

/**
 * When a value was so, as its source tells it: its own time, else that of the whole answer; null where neither is told.
 */
export function observedAtOf(
  { observedAt, fields: { valueTimes } }: Timed,
  field: string,
  value: unknown,
): number | null {
  const told = valueTimes?.[field];
  if (told && isField(field)) {
    const own = isSingle(field)
      ? told.find((one) => one.value === value || asFolded(field, one.value) === value)?.observedAt
      : timeOf(told, field, value);
    if (own !== undefined) return own;
  }
  return observedAt ?? null;
}
