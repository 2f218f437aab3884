import { type SpreadsheetError, tooLarge } from './spreadsheet-error.ts';

/** As many characters as a spreadsheet program takes in one cell. */
const MOST_CELL_CHARS = 32_767;
const CUT = '…';
const HALF_AT_END = /[\uD800-\uDBFF]$/;

/** What XML cannot hold, or would change: control characters, halves of pairs, two that are no characters. */
const unwritable =
  // oxlint-disable-next-line no-control-regex -- these are the characters that XML has no way to write
  /[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
/** A text that would be taken for such a character. */
const looksEscaped = /_(?=x[0-9A-Fa-f]{4}_)/g;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const hex = (character: string): string => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** Whether the text of a cell is one that was longer and was cut when it was written. */
export const isCut = (text: string): boolean =>
  // One less where half of a pair went as well.
  text.endsWith(CUT) && (text.length === MOST_CELL_CHARS || text.length === MOST_CELL_CHARS - 1);

/** A text as it stands in a cell's element, cut to what a cell takes. */
export function escapeText(text: string): string {
  const fit =
    text.length > MOST_CELL_CHARS ? `${text.slice(0, MOST_CELL_CHARS - 1).replace(HALF_AT_END, '')}${CUT}` : text;
  return fit
    .replaceAll(looksEscaped, '_x005F_')
    .replaceAll(unwritable, hex)
    .replaceAll(/[&<>]/g, (character) => entities[character] ?? character);
}

/** A text of a cell as it was meant; what is half a pair becomes U+FFFD. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text
        .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .toWellFormed()
    : text;

/** As many characters as stand in a file for one of a cell: `_x000D_`. */
const ESCAPED_CHARS = 7;

/** The text of a cell as its pieces come, refused as soon as it is more than a cell can hold. */
export class CellText {
  readonly #most: number;
  readonly #whose: string;
  #written = '';

  /** @param whose - in the sentence that says what is too large */
  constructor(most: number, whose: string) {
    this.#most = most;
    this.#whose = whose;
  }

  clear(): void {
    this.#written = '';
  }

  /** @throws SpreadsheetError TOO_LARGE */
  add(piece: string): void {
    this.#written += piece;
    if (this.#written.length > this.#most * ESCAPED_CHARS) throw this.#fault();
  }

  /** What has come, as `read` understands it; then it begins anew. @throws SpreadsheetError TOO_LARGE */
  take(read: (written: string) => string = unescapeText): string {
    const text = read(this.#written);
    this.clear();
    if (text.length > this.#most) throw this.#fault();
    return text;
  }

  #fault(): SpreadsheetError {
    return tooLarge(`${this.#whose} has more than ${this.#most} characters`);
  }
}
