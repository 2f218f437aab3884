/** One criterion of a search: a field, its values, and whether it must match (AND) or may (OR). */
export interface Criterion {
  field: string;
  value: string;
}

export interface Criteria {
  items: Criterion[];
  /** Fields that are ticked: every value of theirs must match. */
  must: string[];
}

export const noCriteria: Criteria = { items: [], must: [] };

/** The search filter's shape: each field once, with its values and its and-flag. */
export function toFilters(criteria: Criteria): Record<string, { values: string[]; and: boolean }> {
  const filters: Record<string, { values: string[]; and: boolean }> = {};
  for (const { field, value } of criteria.items) {
    const filter = (filters[field] ??= { values: [], and: criteria.must.includes(field) });
    if (!filter.values.includes(value)) filter.values.push(value);
  }
  return filters;
}

/** Back from the search filter's shape, for example of a saved search. */
export function fromFilters(
  filters: Readonly<Record<string, { values: readonly string[]; and: boolean } | undefined>>,
): Criteria {
  const set = Object.entries(filters).flatMap(([field, filter]) =>
    filter === undefined ? [] : [{ field, ...filter }],
  );
  return {
    items: set.flatMap(({ field, values }) => values.map((value) => ({ field, value }))),
    must: set.flatMap(({ field, values, and }) => (and && values.length > 0 ? [field] : [])),
  };
}

const escape = (text: string): string => text.replaceAll('~', '~0').replaceAll(':', '~1');
const unescape = (text: string): string => text.replaceAll('~1', ':').replaceAll('~0', '~');

/** As they stand in an address: `!name:mar` must match, `name:mar` may. */
export const writeCriteria = ({ items, must }: Criteria): string[] =>
  items.map(({ field, value }) => `${must.includes(field) ? '!' : ''}${escape(field)}:${escape(value)}`);

/** Back from an address; what is mangled or of an unknown field is left out. */
export function readCriteria(parts: readonly string[], fields: readonly string[]): Criteria {
  const items: Criterion[] = [];
  const must = new Set<string>();
  for (const part of parts) {
    const at = part.indexOf(':');
    if (at < 1) continue;
    const ticked = part.startsWith('!');
    const field = unescape(part.slice(ticked ? 1 : 0, at));
    const value = unescape(part.slice(at + 1));
    if (!fields.includes(field) || value === '') continue;
    if (ticked) must.add(field);
    if (!items.some((item) => item.field === field && item.value === value)) items.push({ field, value });
  }
  return { items, must: [...must] };
}
