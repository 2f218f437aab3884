import { doubledColumn } from '../../domain/fields/doubled-column.ts';

/**
 * Checks the names of a table's columns.
 * @throws Error when a name that is read is that of several
 */
export function checkHeader(names: readonly string[], read: ReadonlySet<string>): void {
  const doubled = doubledColumn(names, read);
  if (doubled !== undefined)
    throw new Error(`several of its columns are called ${doubled}: give each a name of its own`);
}
