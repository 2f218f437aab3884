import { escapeText } from '@numscope/spreadsheets/cell-text';
import { columnName } from '@numscope/spreadsheets/column-names';
import { HEAD_STYLE, MAIN, RELATION, TEXT_STYLE, WRAP_STYLE, XML } from './workbook-parts.ts';

export type Cell = string | number | null;

export interface Sheet {
  columns: readonly { heading: string; width: number }[];
  rows: readonly (readonly Cell[])[];
  /** Points, for the rows of which it is told by their place. */
  heights?: ReadonlyMap<number, number>;
  hasDrawing?: boolean;
}

/** The texts of all sheets, each written once. */
export class SharedTexts {
  readonly #places = new Map<string, number>();

  placeOf(text: string): number {
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.#places.set(text, this.#places.size);
    return this.#places.size - 1;
  }

  xml(): string {
    const texts = [...this.#places.keys()].map((text) => `<si><t xml:space="preserve">${escapeText(text)}</t></si>`);
    return `${XML}<sst xmlns="${MAIN}" uniqueCount="${texts.length}">${texts.join('')}</sst>`;
  }
}

/** A shared text never runs as a formula; where it looks like one, editing the cell shall not make it one either. */
const styleOf = (text: string): number | null =>
  /^[=+\-@\t\r]/.test(text) ? TEXT_STYLE : text.includes('\n') ? WRAP_STYLE : null;

function cellXml(cell: Cell, place: string, texts: SharedTexts, style?: number): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c r="${place}"><v>${cell}</v></c>` : '';
  const used = style ?? styleOf(cell);
  return `<c r="${place}" t="s"${used === null ? '' : ` s="${used}"`}><v>${texts.placeOf(cell)}</v></c>`;
}

/** A sheet whose first row, the columns' headings, stays in sight. A text is a text; a number is a number. */
export function sheetXml({ columns, rows, heights, hasDrawing = false }: Sheet, texts: SharedTexts): string {
  const names = columns.map((_column, at) => columnName(at));
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const head = columns.map(({ heading }, at) => cellXml(heading, `${names[at]}1`, texts, HEAD_STYLE));
  const body = rows.map((cells, at) => {
    const height = heights?.get(at);
    const attribute = height === undefined ? '' : ` ht="${height}" customHeight="1"`;
    return `<row r="${at + 2}"${attribute}>${cells.map((cell, column) => cellXml(cell, `${names[column]}${at + 2}`, texts)).join('')}</row>`;
  });
  return `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${RELATION}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${head.join('')}</row>${body.join('')}</sheetData>${hasDrawing ? '<drawing r:id="rId1"/>' : ''}</worksheet>`;
}
