import type { ImportFault, ImportMapping, ImportPreview } from '@numscope/contracts';
import { importFields } from './import-row.ts';
import { isPictureLine, judgeRow } from './judge-row.ts';
import { checkMapping, invalidImport } from './read-import.ts';
import { rowsOfFile } from './rows-of-file.ts';

const ROWS = 20;
const CELL_CHARS = 200;
/** Lines that are read; where many of them are pictures it shows fewer rows. */
const MOST_LINES = 500;

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
const phoneNames = new Set(['phone', 'number', 'msisdn', 'tel', 'mobile', 'telephone', 'phonenumber']);

/** Which column says which field, by its name: as fields are called here, and as phones are called elsewhere. */
function suggested(columns: readonly string[]): ImportMapping {
  const mapping: ImportMapping = {};
  for (const field of importFields) {
    const column = columns.find((each) => plain(each) === plain(field));
    if (column !== undefined) mapping[field] = column;
  }
  const phone = columns.find((each) => phoneNames.has(plain(each)));
  if (phone !== undefined) mapping['phone'] ??= phone;
  return mapping;
}

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, CELL_CHARS);

/** @throws InvalidImport for a file that cannot be read at all */
export async function previewFile(fd: number, given: ImportMapping | undefined): Promise<ImportPreview> {
  checkMapping(given);
  const faults: ImportFault[] = [];
  const rows: string[][] = [];
  let columns: string[] | undefined;
  let mapping = given ?? {};
  let lines = 0;
  try {
    for await (const row of rowsOfFile(fd, given !== undefined)) {
      lines += 1;
      if (lines > MOST_LINES) break;
      const isPicture = !row.hasColumns && isPictureLine(row.row);
      if (!columns && !isPicture) {
        columns = row.hasColumns ? Object.keys(row.row) : [];
        if (!given) mapping = suggested(columns);
      }
      const judged = judgeRow(row, mapping, rows.length + 1, { row: '', at: 0 });
      if ('faults' in judged) faults.push(...judged.faults);
      if (isPicture) continue;
      const values = row.hasColumns ? Object.values(row.row) : [row.row['phone'], row.row['names']];
      rows.push(values.map(textOf));
      if (rows.length === ROWS) break;
    }
  } catch (error) {
    throw invalidImport(error);
  }
  return { columns: columns ?? [], rows, mapping, faults };
}
