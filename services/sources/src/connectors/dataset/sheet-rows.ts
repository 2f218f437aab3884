import { readSheet } from '@numscope/spreadsheets';
import { checkHeader } from '../../domain/fields/doubled-column.ts';

/**
 * The rows of a spreadsheet's first sheet by the names in its first row; columns without a name are left out.
 * @param read the columns that are read
 */
export async function* sheetRows(file: string, read: ReadonlySet<string>): AsyncGenerator<Record<string, string>> {
  let header: string[] | undefined;
  for await (const { cells } of readSheet(file)) {
    if (header === undefined) {
      header = cells.map((cell) => cell.trim());
      checkHeader(header, read);
      continue;
    }
    yield Object.fromEntries(
      header.flatMap((name, column) => (name === '' ? [] : [[name, cells[column]?.trim() ?? '']])),
    );
  }
}
