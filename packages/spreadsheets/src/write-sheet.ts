import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { escapeText } from './cell-text.ts';
import { columnName } from './column-names.ts';
import { contentTypes, relations, styles, TEXT_STYLE, workbook, workbookRelations } from './workbook-parts.ts';

/** As many rows as a sheet may have; the rest goes to a further one. */
const SHEET_ROWS = 1_048_576;
const CHUNK_CHARS = 64 * 1024;

const HEAD =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>';
const TAIL = '</sheetData></worksheet>';

/** A cell of type text never runs; where its text looks like a formula, editing the cell shall not make it one either. */
function cell(text: string, column: number, line: number): string {
  if (text === '') return '';
  const style = /^[=+\-@\t\r]/.test(text) ? ` s="${TEXT_STYLE}"` : '';
  return `<c r="${columnName(column)}${line}" t="inlineStr"${style}><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`;
}

const row = (cells: readonly string[], line: number): string =>
  `<row r="${line}">${cells.map((text, column) => cell(text, column, line)).join('')}</row>`;

/** Rows of which one may be looked at before it is taken: only so it is known whether a further sheet is needed. */
class Rows {
  readonly #rows: AsyncIterator<readonly string[]>;
  #next: Promise<IteratorResult<readonly string[]>> | undefined;

  constructor(rows: AsyncIterable<readonly string[]>) {
    this.#rows = rows[Symbol.asyncIterator]();
  }

  peek(): Promise<IteratorResult<readonly string[]>> {
    this.#next ??= this.#rows.next();
    return this.#next;
  }

  take(): void {
    this.#next = undefined;
  }

  async end(): Promise<void> {
    await this.#rows.return?.();
  }
}

async function* sheetText(columns: readonly string[], rows: Rows, most: number): AsyncGenerator<string> {
  let text = `${HEAD}${row(columns, 1)}`;
  for (let line = 2; line <= most; line += 1) {
    const next = await rows.peek();
    if (next.done) break;
    rows.take();
    text += row(next.value, line);
    if (text.length < CHUNK_CHARS) continue;
    yield text;
    text = '';
  }
  yield `${text}${TAIL}`;
}

/** Writes sheet after sheet, each to its end, then the parts that name them. */
async function writeBook(zip: ZipFile, sheetOf: () => Readable, rows: Rows): Promise<void> {
  let sheets = 0;
  do {
    sheets += 1;
    const sheet = sheetOf();
    zip.addReadStream(sheet, `xl/worksheets/sheet${sheets}.xml`);
    await finished(sheet, { writable: false });
  } while (!(await rows.peek()).done);
  const parts = {
    'xl/workbook.xml': workbook(sheets),
    'xl/_rels/workbook.xml.rels': workbookRelations(sheets),
    'xl/styles.xml': styles,
    '_rels/.rels': relations,
    '[Content_Types].xml': contentTypes(sheets),
  };
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
}

/**
 * An .xlsx file of texts, written as the rows come and as its bytes are taken. Nothing in it can run as a formula; what
 * is longer than a cell can be (32,767 characters) is cut and ends with `…`. More than 1,048,576 rows go on in a
 * further sheet, with the columns' names again. The bytes end with the error of `rows`, if they have one.
 *
 * @param sheetRows rows of one sheet, the columns' names among them
 */
export function writeSheet(
  columns: readonly string[],
  rows: AsyncIterable<readonly string[]>,
  sheetRows: number = SHEET_ROWS,
): Readable {
  const zip = new ZipFile();
  const taken = new Rows(rows);
  const bytes = new PassThrough();
  const fail = (error: unknown): void => void bytes.destroy(error instanceof Error ? error : new Error(String(error)));
  let sheet: Readable | undefined;
  const sheetOf = (): Readable => {
    sheet = Readable.from(sheetText(columns, taken, sheetRows));
    return sheet;
  };
  zip.on('error', fail);
  zip.outputStream.pipe(bytes);
  // Whoever takes the bytes may leave before their end.
  bytes.once('close', () => {
    sheet?.destroy();
    void taken.end().catch(() => undefined);
  });
  writeBook(zip, sheetOf, taken).catch(fail);
  return bytes;
}
