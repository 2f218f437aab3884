/** A column name that is read and that several columns have: only one of them would be read. */
export function doubledColumn(names: readonly string[], read: ReadonlySet<string>): string | undefined {
  const seen = new Set<string>();
  for (const name of names) {
    if (read.has(name) && seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}
