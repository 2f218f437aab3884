import { byListField, bySingleField, ImportedProfile, type ImportMapping } from '@numscope/contracts';
import { accountOf, nameOf } from '@numscope/contracts/cell-items';
import { unguardedText } from '@numscope/contracts/csv-text';
import { cellLists, splitCell } from '@numscope/contracts/list-cell';
import { SANDBOX } from '@numscope/contracts/lists';
import { isCut } from '@numscope/spreadsheets/cell-text';
import { flag, itself, lineColumns } from './line-columns.ts';
import { isMarkedMadeUp } from './made-up-mark.ts';

/** A row of a table by the names of its columns. */
type TableRow = Readonly<Record<string, unknown>>;

/** The fields that a column can be mapped to. */
export const importFields = [...Object.keys(ImportedProfile.shape), ...lineColumns.map(({ column }) => column)];

const texts = (cell: string): string[] => splitCell(cell);
const { photos: images, ...lists } = byListField({
  text: texts,
  name: (cell: string) => texts(cell).map(nameOf),
  email: (cell: string) => splitCell(cell, cellLists.email),
  phone: (cell: string) => splitCell(cell, cellLists.phone),
  account: (cell: string) => texts(cell).map(accountOf),
  site: (cell: string) => splitCell(cell, cellLists.site),
  image: (cell: string) => splitCell(cell, cellLists.image),
});

/** How the text of a cell becomes the value of a field. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  ...bySingleField({
    text: itself,
    name: itself,
    place: itself,
    date: itself,
    gender: itself,
    country: itself,
    flag,
    flagOrText: flag,
    numberOrText: itself,
    time: (text: string) => (/^-?\d+$/.test(text) ? Number(text) : text),
  }),
  ...lists,
  images,
  sources: texts,
  ...Object.fromEntries(lineColumns.map(({ column, read }) => [column, read])),
};

/** Takes back the apostrophes by which the CSV export keeps a spreadsheet from running a text. */
const plain = (text: string): string => unguardedText(text.trim());

/** Brings what columns say of the line together, as a profile has it. */
function withLine(candidate: Record<string, unknown>): Record<string, unknown> {
  const line: Record<string, unknown> = {};
  for (const { column, field } of lineColumns) {
    if (candidate[column] !== undefined) line[field] = candidate[column];
    delete candidate[column];
  }
  return Object.keys(line).length > 0 ? { ...candidate, line } : candidate;
}

/** What a row says of a field; undefined where it has no such column. */
function cellOf(row: TableRow, field: string, mapping: ImportMapping | undefined): unknown {
  const column = mapping ? mapping[field] : field;
  return column !== undefined && Object.hasOwn(row, column) ? row[column] : undefined;
}

/** The first field whose cell a spreadsheet had no room for: its last value is none that anybody said. */
export const cutField = (row: TableRow, mapping: ImportMapping | undefined): string | undefined =>
  importFields.find((field) => {
    const cell = cellOf(row, field, mapping);
    return typeof cell === 'string' && isCut(cell);
  });

/** A row of columns as an imported profile might be; whether it is one, its schema tells. Empty cells say nothing. */
export function candidateOf(row: TableRow, mapping: ImportMapping | undefined): Record<string, unknown> {
  const candidate: Record<string, unknown> = {};
  for (const field of importFields) {
    const cell = cellOf(row, field, mapping);
    if (cell === undefined || cell === null) continue;
    if (typeof cell !== 'string') candidate[field] = cell;
    else if (plain(cell) !== '') candidate[field] = readers[field]?.(plain(cell)) ?? plain(cell);
  }
  return withLine(isMarkedMadeUp(row) ? { ...candidate, sources: [SANDBOX] } : candidate);
}
