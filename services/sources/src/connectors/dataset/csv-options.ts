import { ITEM_CHARS } from '../../domain/json/json-splitter.ts';

const SEPARATORS = [',', ';', '\t'] as const;
/** Characters of the first row: a longer one is no table, and would be read long for nothing. */
export const HEADER_CHARS = 1_000_000;

/** How a CSV file is read whose header this is. @throws Error when that is too long for one */
export function csvOptions(header: string) {
  if (header.length > HEADER_CHARS)
    throw new Error(`its first record, which names the columns, has more than ${HEADER_CHARS} characters`);
  return {
    columns: true as const,
    bom: true,
    delimiter: SEPARATORS.toSorted((a, b) => header.split(b).length - header.split(a).length)[0] ?? ',',
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: ITEM_CHARS,
  };
}
