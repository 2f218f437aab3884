/**
 * How one value stands in the query of an address: a default that is left out, reading, and writing.
 * `read` answers undefined for anything it does not understand, so that a mangled link still opens.
 */
export interface QueryField<T> {
  fallback: T;
  read: (values: string[]) => T | undefined;
  write: (value: T) => string[];
}

export const textField = (fallback = ''): QueryField<string> => ({
  fallback,
  read: (values) => values[0],
  write: (value) => [value],
});

/** The page of a list, counted from 0. */
export const pageField: QueryField<number> = {
  fallback: 0,
  read: ([text]) => {
    const value = Number(text);
    return text !== undefined && /^\d+$/.test(text) && Number.isSafeInteger(value) ? value : undefined;
  },
  write: (value) => [String(value)],
};

export const flagField = (fallback = false): QueryField<boolean> => ({
  fallback,
  read: ([text]) => (text === '1' ? true : text === '0' ? false : undefined),
  write: (value) => [value ? '1' : '0'],
});

export const choiceField = <const T extends string>(choices: readonly T[], fallback: NoInfer<T>): QueryField<T> => ({
  fallback,
  read: ([text]) => choices.find((choice) => choice === text),
  write: (value) => [value],
});

/** Several values under one name, each once, in order. */
export const listField = <const T extends string>(choices?: readonly T[]): QueryField<T[]> => ({
  fallback: [],
  read: (values) => {
    const known =
      choices === undefined ? (values as T[]) : values.flatMap((value) => choices.filter((choice) => choice === value));
    return [...new Set(known)];
  },
  write: (value) => value,
});

/** A sort as `field` or `-field` (descending), of the named fields. */
export const sortField = (fallback: Sorting, fields: readonly string[]): QueryField<Sorting> => ({
  fallback,
  read: ([text]) => {
    if (text === undefined) return undefined;
    const field = text.replace(/^-/, '');
    return fields.includes(field) ? { field, direction: text.startsWith('-') ? 'DESC' : 'ASC' } : undefined;
  },
  write: (value) => [(value.direction === 'DESC' ? '-' : '') + value.field],
});

export interface Sorting {
  field: string;
  direction: 'ASC' | 'DESC';
}
