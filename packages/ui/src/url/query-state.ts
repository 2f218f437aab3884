import { navigate } from './navigate.ts';
import type { QueryField } from './query-fields.ts';
import { useLocation } from './use-location.ts';

/** The values of one screen: each field of the query by its name. */
export type QueryFields<V> = { [K in keyof V]: QueryField<V[K]> };

/** What `useQueryState` gives of these fields. */
export type ViewOf<Fields extends object> = {
  [Name in keyof Fields]: Fields[Name] extends QueryField<infer Value> ? Value : never;
};

const names = <V extends object>(fields: QueryFields<V>): (keyof V & string)[] =>
  Object.keys(fields) as (keyof V & string)[];

/** Reads the values of a query; what is absent or mangled becomes its default. */
export function readQuery<V extends object>(fields: QueryFields<V>, search: string): V {
  const params = new URLSearchParams(search);
  const values: Partial<V> = {};
  for (const name of names(fields)) {
    const found = params.getAll(name);
    values[name] = (found.length > 0 ? fields[name].read(found) : undefined) ?? fields[name].fallback;
  }
  return values as V;
}

/** Writes changed values into a query, leaving out defaults and keeping parameters that are not ours. */
export function writeQuery<V extends object>(fields: QueryFields<V>, search: string, values: Partial<V>): string {
  const params = new URLSearchParams(search);
  for (const name of names(fields)) {
    if (!(name in values)) continue;
    params.delete(name);
    const value = values[name];
    if (value === undefined) continue;
    const written = fields[name].write(value);
    const standard = fields[name].write(fields[name].fallback);
    if (written.length === standard.length && written.every((text, i) => text === standard[i])) continue;
    for (const text of written) params.append(name, text);
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * The state of a screen, kept in the address: a link shows another person the same, Back goes back.
 * @example const [view, setView] = useQueryState({ page: pageField, status: listField(jobStatuses) });
 */
export function useQueryState<V extends object>(
  fields: QueryFields<V>,
): [V, (change: Partial<V>, options?: { replace?: boolean }) => void] {
  const { search } = useLocation();
  const change = (values: Partial<V>, options?: { replace?: boolean }): void =>
    navigate(location.pathname + writeQuery(fields, location.search, values), options);
  return [readQuery(fields, search), change];
}
