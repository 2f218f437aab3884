import type { Criteria } from '@numscope/ui';

const has = ({ items }: Criteria, field: string, value: string): boolean =>
  items.some((item) => item.field === field && item.value === value);

/** Whether a search already asks of every profile that it has this value. */
export const isTaken = (criteria: Criteria, field: string, value: string): boolean =>
  criteria.must.includes(field) && has(criteria, field, value);

/**
 * The search that finds those of a search's profiles that have this value as well. Null where the filter has no words
 * for it: a field is ticked as a whole, so a value of an unticked one can only be added where nothing else stands beside
 * it with an "or".
 */
export function takeValue(criteria: Criteria, field: string, value: string): Criteria | null {
  const own = criteria.items.filter((item) => item.field === field);
  const isTicked = criteria.must.includes(field);
  if (isTaken(criteria, field, value)) return criteria;
  if (own.length === 0 || isTicked)
    return { items: [...criteria.items, { field, value }], must: isTicked ? criteria.must : [...criteria.must, field] };
  const isAlone = criteria.items.every((item) => item.field === field || criteria.must.includes(item.field));
  if (!isAlone) return null;
  const others = criteria.items.filter((item) => item.field !== field);
  // "One of these, and this" is this; "that one, and this" is both.
  if (has(criteria, field, value)) return { items: [...others, { field, value }], must: [...criteria.must, field] };
  if (own.length > 1) return null;
  return { items: [...criteria.items, { field, value }], must: [...criteria.must, field] };
}

/** The same search without this value. */
export function leaveValue({ items, must }: Criteria, field: string, value: string): Criteria {
  const left = items.filter((item) => item.field !== field || item.value !== value);
  return { items: left, must: must.filter((one) => left.some((item) => item.field === one)) };
}
