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
  const taken = (items: Criteria['items']): Criteria => ({
    ...criteria,
    items: [...items, { field, value }],
    must: isTicked ? criteria.must : [...criteria.must, field],
  });
  if (isTaken(criteria, field, value)) return criteria;
  if (own.length === 0 || isTicked) return taken(criteria.items);
  const isAlone = criteria.items.every((item) => item.field === field || criteria.must.includes(item.field));
  if (!isAlone) return null;
  // "One of these, and this" is this; "that one, and this" is both.
  if (has(criteria, field, value)) return taken(criteria.items.filter((item) => item.field !== field));
  return own.length > 1 ? null : taken(criteria.items);
}

/** The same search without this value. */
export function leaveValue(criteria: Criteria, field: string, value: string): Criteria {
  const left = criteria.items.filter((item) => item.field !== field || item.value !== value);
  return { ...criteria, items: left, must: criteria.must.filter((one) => left.some((item) => item.field === one)) };
}
