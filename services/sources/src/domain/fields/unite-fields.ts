import { timedValues } from './timed-values.ts';

type Mapped = Readonly<Record<string, unknown>>;

/** What was mapped of one item about a number. */
export interface MappedItem {
  values: Mapped;
  /** When it was so; null where its source did not tell. */
  observedAt: number | null;
}

/** Fields that are taken as they stand: two of them make no list. */
const isWhole = (field: string): boolean => /^(?:numbering|other|line)(?:\.|$)/.test(field);

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [value]);

/** Each value of a field with the time of its item, unless it says one of its own. */
const timed = (value: unknown, observedAt: number | null): unknown[] =>
  timedValues(value)?.map((one) => ({ ...one, observedAt: one.observedAt ?? observedAt })) ??
  listOf(value).map((one) => ({ value: one, observedAt }));

/**
 * What was mapped of several items about one number, as if it were of one: lists are joined, of a single value the
 * first item's counts. Where items are of different times the newest comes first, and each value gets its own time.
 */
export function uniteMapped(items: readonly MappedItem[]): MappedItem {
  const [first = { values: {}, observedAt: null }] = items;
  if (items.length < 2) return first;
  const differ = new Set(items.map(({ observedAt }) => observedAt)).size > 1;
  const ordered = differ ? items.toSorted((a, b) => (b.observedAt ?? -1) - (a.observedAt ?? -1)) : items;
  // Without what every object inherits: a field of the provider's may have any name.
  const wholes: Record<string, unknown> = Object.create(null);
  const lists: Record<string, unknown[]> = Object.create(null);
  for (const { values, observedAt } of ordered) {
    for (const [name, value] of Object.entries(values)) {
      if (value === null || value === undefined) continue;
      if (isWhole(name)) wholes[name] ??= value;
      else {
        const list = (lists[name] ??= []);
        // One by one: as arguments of one call there may be too many.
        for (const one of differ ? timed(value, observedAt) : listOf(value)) list.push(one);
      }
    }
  }
  return { values: { ...lists, ...wholes }, observedAt: ordered[0]?.observedAt ?? null };
}
