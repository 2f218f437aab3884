const SEPARATORS = [',', ';', '\t'] as const;
/** Of one row. */
export const RECORD_CHARS = 1_000_000;

/** How a CSV file is read whose header this is. */
export const csvOptions = (header: string) => ({
  columns: true as const,
  bom: true,
  delimiter: SEPARATORS.toSorted((a, b) => header.split(b).length - header.split(a).length)[0] ?? ',',
  relax_column_count: true,
  skip_empty_lines: true,
  trim: true,
  max_record_size: RECORD_CHARS,
});
