/** Fields of one value that is an object: two of them make no list. */
const whole: ReadonlySet<string> = new Set(['numbering', 'line', 'other']);

type Mapped = Readonly<Record<string, unknown>>;

/**
 * What was mapped of several items about one number, as if it were of one: lists are joined, of a single value the
 * first item's counts.
 */
export function uniteMapped(items: readonly Mapped[]): Mapped {
  const [first = {}] = items;
  if (items.length < 2) return first;
  // Without what every object inherits: a field of the provider's may have any name.
  const united: Record<string, unknown> = Object.create(null);
  const lists: Record<string, unknown[]> = Object.create(null);
  for (const item of items) {
    for (const [name, value] of Object.entries(item)) {
      if (value === null || value === undefined) continue;
      if (whole.has(name)) united[name] ??= value;
      else (lists[name] ??= []).push(...(Array.isArray(value) ? (value as unknown[]) : [value]));
    }
  }
  return { ...lists, ...united };
}
