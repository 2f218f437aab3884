import { CellText, unescapeText } from './cell-text.ts';
import { dateText, numberText } from './cell-values.ts';
import { columnOf } from './column-names.ts';
import type { SheetLimits } from './limits.ts';
import { damaged, tooLarge } from './spreadsheet-error.ts';
import type { XmlHandler } from './walk-xml.ts';

/** `line`: the row's number in the sheet, from 1. Empty cells are empty texts; those after the last are left out. */
export interface SheetRow {
  line: number;
  cells: string[];
}

export interface SheetContext {
  strings: readonly string[];
  dateStyles: readonly boolean[];
  from1904: boolean;
  limits: SheetLimits;
}

/** Gathers the rows of a sheet from its elements. */
export class RowReader implements XmlHandler {
  readonly #context: SheetContext;
  #rows: SheetRow[] = [];
  #count = 0;
  #line = 0;
  #cells: string[] = [];
  #column = -1;
  #type = 'n';
  #isDate = false;
  readonly #text: CellText;
  /** Characters of this row, and of all: cells may share a text, so the file's length does not bound them. */
  #rowChars = 0;
  #chars = 0;
  #taken = false;
  #phonetic = false;

  constructor(context: SheetContext) {
    this.#context = context;
    this.#text = new CellText(context.limits.cellChars, 'a cell');
  }

  /** The rows that are complete since the last call. */
  take(): SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.#openRow(attributes['r']);
    else if (name === 'c') this.#openCell(attributes);
    else if (name === 'rPh') this.#phonetic = true;
    else if (name === 'v' || name === 't') this.#taken = !this.#phonetic;
  }

  text(text: string): void {
    if (this.#taken) this.#text.add(text);
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#taken = false;
    else if (name === 'rPh') this.#phonetic = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
  }

  #openRow(number: string | undefined): void {
    const line = number === undefined ? this.#line + 1 : Number(number);
    if (!Number.isInteger(line) || line <= this.#line) throw damaged(`after row ${this.#line} stands row ${number}`);
    this.#line = line;
    this.#cells = [];
    this.#column = -1;
    this.#rowChars = 0;
  }

  #openCell({ r: name, t: type = 'n', s: style }: Readonly<Record<string, string>>): void {
    const column = name === undefined ? this.#column + 1 : columnOf(name);
    if (column === null || column <= this.#column) throw damaged(`row ${this.#line} has a cell at ${name}`);
    if (column >= this.#context.limits.cells)
      throw tooLarge(`row ${this.#line} has more than ${this.#context.limits.cells} cells`);
    this.#column = column;
    this.#type = type;
    this.#isDate = style !== undefined && (this.#context.dateStyles[Number(style)] ?? false);
    this.#text.clear();
  }

  readonly #valueOf = (text: string): string => {
    if (text === '') return '';
    switch (this.#type) {
      case 's': {
        const shared = this.#context.strings[Number(text)];
        if (shared === undefined) throw damaged(`row ${this.#line} has a text that is missing`);
        return shared;
      }
      case 'n':
        return this.#isDate ? dateText(text, this.#context.from1904) : numberText(text);
      case 'b':
        return text === '1' ? 'true' : 'false';
      case 'inlineStr':
      case 'str':
        return unescapeText(text);
      default:
        return text;
    }
  };

  #closeCell(): void {
    const value = this.#text.take(this.#valueOf);
    if (value === '') return;
    const { rowChars, unzippedBytes } = this.#context.limits;
    this.#rowChars += value.length;
    if (this.#rowChars > rowChars) throw tooLarge(`row ${this.#line} has more than ${rowChars} characters`);
    this.#chars += value.length;
    if (this.#chars > unzippedBytes) throw tooLarge(`its cells have more than ${unzippedBytes} characters`);
    while (this.#cells.length < this.#column) this.#cells.push('');
    this.#cells.push(value);
  }

  #closeRow(): void {
    if (this.#cells.length === 0) return;
    this.#count += 1;
    if (this.#count > this.#context.limits.rows) throw tooLarge(`it has more than ${this.#context.limits.rows} rows`);
    this.#rows.push({ line: this.#line, cells: this.#cells });
  }
}
