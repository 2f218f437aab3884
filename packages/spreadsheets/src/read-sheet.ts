import type { Readable } from 'node:stream';
import { Archive } from './archive.ts';
import { readDateStyles } from './date-styles.ts';
import { type SheetLimits, sheetLimits } from './limits.ts';
import { RowReader, type SheetRow } from './row-reader.ts';
import { readSharedStrings } from './shared-strings.ts';
import { walkXml } from './walk-xml.ts';
import { readWorkbook } from './workbook.ts';

export type { SheetRow } from './row-reader.ts';

/**
 * The rows of an .xlsx file's first sheet, read as they are taken: numbers as plain text, dates in ISO form, formulas
 * by their last value. Rows without a cell are passed over. A stream is put into a nameless file first.
 *
 * @throws SpreadsheetError for what is no .xlsx, is locked, damaged or beyond a limit
 */
export async function* readSheet(
  source: string | Readable,
  given: Partial<SheetLimits> = {},
): AsyncGenerator<SheetRow, void, undefined> {
  const limits = { ...sheetLimits, ...given };
  const archive = await Archive.open(source, limits);
  try {
    const { sheet, sharedStrings, styles, from1904 } = await readWorkbook(archive);
    const has = (part: string | null): part is string => part !== null && archive.has(part);
    const rows = new RowReader({
      strings: has(sharedStrings) ? await readSharedStrings(archive, sharedStrings, limits) : [],
      dateStyles: has(styles) ? await readDateStyles(archive, styles) : [],
      from1904,
      limits,
    });
    yield* walkXml(await archive.open(sheet), rows, () => rows.take());
  } finally {
    await archive.close();
  }
}
