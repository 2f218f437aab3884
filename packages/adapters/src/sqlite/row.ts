import { plainText } from './long-text.ts';

/** A row as SQLite gives it, by the names of its columns. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** A row that is not what the schema of its table says: the file is of another version, or broken. */
const unexpected = (name: string, value: unknown): Error =>
  new Error(`the column ${name} holds ${typeof value}, which its table does not allow`);

/**
 * Checked readers of a row's columns. Stores read their rows with these instead of zod, which would cost each of their
 * threads 10 MB.
 * @throws Error when the column is not of that type
 */
export const column = {
  text(row: SqlRow, name: string): string {
    const value = row[name];
    if (typeof value !== 'string') throw unexpected(name, value);
    return value;
  },
  /** A text that was kept by `longText`, or as it is. */
  longText: (row: SqlRow, name: string): string => plainText(column.textOrBytes(row, name)),
  textOrBytes(row: SqlRow, name: string): string | Uint8Array {
    const value = row[name];
    if (typeof value !== 'string' && !(value instanceof Uint8Array)) throw unexpected(name, value);
    return value;
  },
  bytes(row: SqlRow, name: string): Uint8Array {
    const value = row[name];
    if (!(value instanceof Uint8Array)) throw unexpected(name, value);
    return value;
  },
  number(row: SqlRow, name: string): number {
    const value = row[name];
    if (typeof value !== 'number') throw unexpected(name, value);
    return value;
  },
  flag: (row: SqlRow, name: string): boolean => column.number(row, name) === 1,
  textOrNull: (row: SqlRow, name: string): string | null => (row[name] === null ? null : column.text(row, name)),
  numberOrNull: (row: SqlRow, name: string): number | null => (row[name] === null ? null : column.number(row, name)),
  oneOf<T extends string>(row: SqlRow, name: string, values: readonly T[]): T {
    const found = values.find((value) => value === row[name]);
    if (found === undefined) throw unexpected(name, row[name]);
    return found;
  },
} as const;
