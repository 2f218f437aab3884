import { isItem } from '../domain/fields/field-shapes.ts';

const origin = /^https?:\/\/[^/?#]+/;

/** The same declaration, asked at another place. */
export const movedTo = (place: string, value: unknown): unknown => {
  if (typeof value === 'string') return value.replace(origin, place);
  if (Array.isArray(value)) return value.map((item) => movedTo(place, item));
  if (isItem(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, movedTo(place, inner)]));
  return value;
};
