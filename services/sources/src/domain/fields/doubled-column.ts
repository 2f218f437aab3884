/** Of the names of a table's columns that are read one that several have: one of them alone would be read. */
export function doubledColumn(names: readonly string[], read: ReadonlySet<string>): string | undefined {
  const seen = new Set<string>();
  for (const name of names) {
    if (read.has(name) && seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}
