import { isItem } from './field-shapes.ts';
import { readObservedAt } from './read-observed-at.ts';

/** A value as it was sent, and when it was so; null where its source did not tell. */
export interface TimedValue {
  value: unknown;
  observedAt: number | null;
}

const isTimed = (sent: unknown): sent is Readonly<Record<'value' | 'observedAt', unknown>> =>
  isItem(sent) && 'value' in sent && 'observedAt' in sent;

/** The values of a field where any of them is `{ value, observedAt }`; null where none is, as mostly. */
export function timedValues(sent: unknown): TimedValue[] | null {
  if (!(Array.isArray(sent) ? sent.some(isTimed) : isTimed(sent))) return null;
  return [sent]
    .flat()
    .map((one: unknown) =>
      isTimed(one)
        ? { value: one.value, observedAt: readObservedAt(one.observedAt) }
        : { value: one, observedAt: null },
    );
}

/** The newest first; those of an unknown time behind. */
export const newestFirst = (values: readonly TimedValue[]): TimedValue[] =>
  values.toSorted((a, b) => (b.observedAt ?? -1) - (a.observedAt ?? -1));
