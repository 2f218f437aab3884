import { bytesInAddress, packed, unpacked } from './packed-letters.ts';

/** One criterion of a search: a field, its values, and whether it must match (AND) or may (OR). */
export interface Criterion {
  field: string;
  value: string;
}

export interface Criteria {
  items: Criterion[];
  /** Fields that are ticked: every value of theirs must match. */
  must: string[];
  /** What is left out: nobody who has one of these is found. */
  not?: readonly Criterion[];
}

/** How many there are, with those that are left out. */
export const criteriaCount = ({ items, not = [] }: Criteria): number => items.length + not.length;

const isSame = (a: Criterion, b: Criterion): boolean => a.field === b.field && a.value === b.value;

/** The criteria with these asked for as well, each once. */
export function askingFor(criteria: Criteria, more: readonly Criterion[]): Criteria {
  const keyOf = ({ field, value }: Criterion): string => `${field}:${value}`;
  const known = new Map(criteria.items.map((item) => [keyOf(item), item]));
  for (const one of more) if (!known.has(keyOf(one))) known.set(keyOf(one), one);
  return { ...criteria, items: [...known.values()] };
}

/** The criteria with this one excluded instead of asked for. */
export const leavingOut = ({ items, must, not = [] }: Criteria, gone: Criterion): Criteria => {
  const left = items.filter((item) => !isSame(item, gone));
  return {
    items: left,
    must: must.filter((field) => left.some((item) => item.field === field)),
    not: [...not.filter((item) => !isSame(item, gone)), gone],
  };
};

/** The criteria with these no longer excluded. */
export const lettingIn = ({ not = [], ...rest }: Criteria, back: readonly Criterion[]): Criteria => {
  const left = not.filter((item) => !back.some((one) => isSame(item, one)));
  return left.length === 0 ? rest : { ...rest, not: left };
};

export const noCriteria: Criteria = { items: [], must: [] };

interface Filter {
  values: string[];
  and: boolean;
  not?: string[];
}

/** The search filter's shape: each field once, with its values, its and-flag and what it leaves out. */
export function toFilters(criteria: Criteria): Record<string, Filter> {
  const filters: Record<string, Filter> = {};
  const of = (field: string): Filter => (filters[field] ??= { values: [], and: criteria.must.includes(field) });
  for (const { field, value } of criteria.items) {
    const { values } = of(field);
    if (!values.includes(value)) values.push(value);
  }
  for (const { field, value } of criteria.not ?? []) {
    const not = (of(field).not ??= []);
    if (!not.includes(value)) not.push(value);
  }
  return filters;
}

const some = (not: Criterion[]): Pick<Criteria, 'not'> => (not.length === 0 ? {} : { not });

/** Back from the search filter's shape, for example of a saved search. */
export function fromFilters(
  filters: Readonly<
    Record<string, { values: readonly string[]; and: boolean; not?: readonly string[] | undefined } | undefined>
  >,
): Criteria {
  const set = Object.entries(filters).flatMap(([field, filter]) =>
    filter === undefined ? [] : [{ field, ...filter }],
  );
  return {
    items: set.flatMap(({ field, values }) => values.map((value) => ({ field, value }))),
    must: set.flatMap(({ field, values, and }) => (and && values.length > 0 ? [field] : [])),
    ...some(set.flatMap(({ field, not = [] }) => not.map((value) => ({ field, value })))),
  };
}

const escape = (text: string): string => text.replaceAll('~', '~0').replaceAll(':', '~1');
const unescape = (text: string): string => text.replaceAll('~1', ':').replaceAll('~0', '~');

const written = (mark: '!' | '-' | '', { field, value }: Criterion): string =>
  `${mark}${escape(field)}:${escape(value)}`;

/** Criteria of more bytes are packed, since servers and proxies bound an address; shorter ones a person can read. */
const READABLE_BYTES = 4000;

/** As they stand in an address: `!name:mar` must match, `name:mar` may, `-name:mar` may not. */
export function writeCriteria({ items, must, not = [] }: Criteria): string[] {
  const parts = [
    ...items.map((item) => written(must.includes(item.field) ? '!' : '', item)),
    ...not.map((item) => written('-', item)),
  ];
  const bytes = parts.reduce((sum, part) => sum + bytesInAddress(part), 0);
  return bytes > READABLE_BYTES ? parts.map(packed) : parts;
}

/** Back from an address; what is mangled or of an unknown field is left out. */
export function readCriteria(parts: readonly string[], fields: readonly string[]): Criteria {
  const items: Criterion[] = [];
  const must = new Set<string>();
  const not: Criterion[] = [];
  for (const part of parts.map(unpacked)) {
    const at = part.indexOf(':');
    if (at < 1) continue;
    const mark = part.charAt(0);
    const field = unescape(part.slice(mark === '!' || mark === '-' ? 1 : 0, at));
    const value = unescape(part.slice(at + 1));
    if (!fields.includes(field) || value === '') continue;
    if (mark === '!') must.add(field);
    const list = mark === '-' ? not : items;
    if (!list.some((item) => isSame(item, { field, value }))) list.push({ field, value });
  }
  return { items, must: [...must], ...some(not) };
}
