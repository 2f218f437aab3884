import type { ListField, ProfileField, SourceFields } from '@numscope/contracts';
import { fieldNames, isSingle } from '@numscope/contracts/profile-fields';
import type { KeptObservation } from './observation.ts';
import { keyOf } from './value-keys.ts';

const fields: ReadonlySet<string> = new Set(fieldNames);
const isField = (name: string): name is ProfileField => fields.has(name);

type Timed = Pick<KeptObservation, 'observedAt'> & { fields: SourceFields };

/** Of the shape that the list's field has, as the time was read from the very value. */
const listKey = (field: ListField, value: unknown): string =>
  (keyOf[field] as (item: unknown) => string)(value).toLowerCase();

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
      ? told.find((one) => one.value === value)
      : told.find((one) => listKey(field, one.value) === listKey(field, value));
    if (own) return own.observedAt;
  }
  return observedAt ?? null;
}
