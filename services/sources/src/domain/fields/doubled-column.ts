/** A column name that is read and that several columns have: only one of them would be read. */
export function doubledColumn(names: readonly string[], read: ReadonlySet<string>): string | undefined {
  const seen = new Set<string>();
  for (const name of names) {
    if (read.has(name) && seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}

/**
 * Checks the names of a table's columns.
 * @throws Error when a name that is read is that of several
 */
export function checkHeader(names: readonly string[], read: ReadonlySet<string>): void {
  const doubled = doubledColumn(names, read);
  if (doubled !== undefined)
    throw new Error(`several of its columns are called ${doubled}: give each a name of its own`);
}
