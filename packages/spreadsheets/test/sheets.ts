import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { readSheet, type SheetLimits, type SheetRow } from '../src/index.ts';

export async function rowsOf(bytes: Buffer | string, limits?: Partial<SheetLimits>): Promise<SheetRow[]> {
  const source = typeof bytes === 'string' ? bytes : Readable.from([bytes]);
  const rows: SheetRow[] = [];
  for await (const row of readSheet(source, limits)) rows.push(row);
  return rows;
}

export async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

/** An archive of these parts. */
export async function zipOf(parts: Readonly<Record<string, string | Readable>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') zip.addBuffer(Buffer.from(part), name);
    else zip.addReadStream(part, name);
  }
  zip.end();
  return buffer(zip.outputStream);
}

const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The least that a workbook has, with this sheet. */
export const bookOf = (sheet: string | Readable, more: Readonly<Record<string, string | Readable>> = {}) =>
  zipOf({
    '_rels/.rels': `<Relationships><Relationship Id="a" Type="${REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="One" r:id="s"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="s" Type="${REL}/worksheet" Target="sheet.xml"/><Relationship Id="t" Type="${REL}/sharedStrings" Target="/xl/strings.xml"/><Relationship Id="y" Type="${REL}/styles" Target="styles.xml"/></Relationships>`,
    'xl/sheet.xml': sheet,
    ...more,
  });

export const sheetOf = (rows: string): string => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
