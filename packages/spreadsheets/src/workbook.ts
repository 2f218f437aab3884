import { posix } from 'node:path';
import { type Archive, MOST_PARTS } from './archive.ts';
import { damaged, SpreadsheetError, tooLarge } from './spreadsheet-error.ts';
import { readXml } from './walk-xml.ts';

/** Where the parts of a workbook are that its first sheet needs. */
export interface Workbook {
  sheet: string;
  sharedStrings: string | null;
  styles: string | null;
  /** Whether days are counted from 1904, as old programs for the Macintosh did. */
  from1904: boolean;
}

/** Characters of all that one part says of the parts that it refers to. */
const MOST_RELATION_CHARS = 16 * 1024 * 1024;

interface Relation {
  id: string;
  type: string;
  target: string;
}

async function relationsOf(archive: Archive, part: string): Promise<Relation[]> {
  const relations: Relation[] = [];
  let chars = 0;
  const folder = posix.dirname(part);
  await readXml(await archive.open(posix.join(folder, '_rels', `${posix.basename(part)}.rels`)), {
    open: (name, { Id: id = '', Type: type = '', Target: target = '' }) => {
      if (name !== 'Relationship') return;
      // A path with a leading slash is relative to the archive's root, any other to the folder of the part.
      relations.push({ id, type, target: posix.join(target.startsWith('/') ? '' : folder, target).replace(/^\//, '') });
      chars += id.length + type.length + target.length;
      if (relations.length > MOST_PARTS || chars > MOST_RELATION_CHARS)
        throw tooLarge(`${part === '' ? 'it' : part} refers to more than ${MOST_PARTS} parts`);
    },
  });
  return relations;
}

const targetOf = (relations: readonly Relation[], type: string): string | null =>
  relations.find((relation) => relation.type.endsWith(`/${type}`))?.target ?? null;

function checkKind(archive: Archive): void {
  if (archive.has('_rels/.rels')) return;
  throw new SpreadsheetError(
    'NOT_XLSX',
    archive.has('mimetype')
      ? 'this is an OpenDocument file: save it as .xlsx'
      : 'this is an archive, but no spreadsheet: an .xlsx file is wanted',
  );
}

/** @throws SpreadsheetError */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  checkKind(archive);
  const book = targetOf(await relationsOf(archive, ''), 'officeDocument');
  if (book === null || !/\.xml$/i.test(book) || !archive.has(book))
    throw new SpreadsheetError('NOT_XLSX', 'this is a document, but no spreadsheet: an .xlsx file is wanted');
  let first: string | undefined;
  let isWorkbook = false;
  let from1904 = false;
  await readXml(await archive.open(book), {
    open: (name, attributes) => {
      if (name === 'workbook') isWorkbook = true;
      if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
      if (name === 'sheet') first ??= Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
    },
  });
  if (!isWorkbook) throw new SpreadsheetError('NOT_XLSX', 'this is a document, but no spreadsheet: save it as .xlsx');
  const relations = await relationsOf(archive, book);
  const sheet = relations.find(({ id }) => id === first)?.target;
  if (sheet === undefined) throw damaged('it has no sheet');
  return {
    sheet,
    sharedStrings: targetOf(relations, 'sharedStrings'),
    styles: targetOf(relations, 'styles'),
    from1904,
  };
}
