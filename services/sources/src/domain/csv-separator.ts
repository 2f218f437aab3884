const SEPARATORS = [',', ';', '\t'] as const;

/** What separates the cells of a table: of comma, semicolon and tab the one that its first line has most of. */
export function csvSeparator(firstLine: string): string {
  const count = (separator: string): number => firstLine.split(separator).length;
  return SEPARATORS.reduce<string>((best, one) => (count(one) > count(best) ? one : best), ',');
}
