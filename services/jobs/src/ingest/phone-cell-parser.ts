import { type Layout, separators } from '@numscope/contracts/phones-file';

/** What a phones file's rows turn out to be. */
export interface RowSink {
  /** A cell of one optional leading `+` and up to 15 digits that do not begin with 0: its digits as a number. */
  digits(value: number, plus: boolean): void;
  /** Any other cell of digits and `+`. */
  text(text: string): void;
  /** A cell with other characters, and the line its row begins on, counted from 1. Of a long cell only its beginning. */
  other(line: number, text: string, whole: boolean): void;
}

/** Thrown by the reader for bytes that no text has. */
export class BinaryContentError extends Error {}

const LF = 10;
const CR = 13;
const QUOTE = 34;
const PLUS = 43;
const ZERO = 48;
const NINE = 57;
const SPACE = 32;
const TAB = 9;
const SHOWN_BYTES = 160;
/** More are kept as text: no double holds them exactly. */
export const MOST_DIGITS = 15;

/** What a byte outside the phone's cell can mean. */
const PLAIN = 0;
const SEPARATOR = 1;
const LINE_END = 2;
const QUOTES = 3;
const BINARY = 4;

/** Where the reader stands within a cell. */
const AT_START = 0;
const UNQUOTED = 1;
const QUOTED = 2;
/** After a quote inside a quoted cell: its end, or the first half of a quote meant literally. */
const AFTER_QUOTE = 3;

function classes(separator: number | null): Uint8Array {
  const table = new Uint8Array(256);
  for (let byte = 0; byte < SPACE; byte++) table[byte] = BINARY;
  table[127] = BINARY;
  table[TAB] = PLAIN;
  table[11] = PLAIN;
  table[12] = PLAIN;
  table[LF] = LINE_END;
  table[CR] = LINE_END;
  table[QUOTE] = QUOTES;
  for (const each of separator === null ? separators.map((char) => char.charCodeAt(0)) : [separator])
    table[each] = SEPARATOR;
  return table;
}

/**
 * Reads the phone cells of a CSV or plain text file from its bytes (UTF-8), piece by piece as they come. Makes no
 * string but for what is not simply a number.
 */
export class PhoneCellParser {
  readonly #sink: RowSink;
  readonly #classes: Uint8Array;
  readonly #target: number;
  /** The phone's cell so far, for what has to be shown or kept as text. */
  readonly #bytes = new Uint8Array(SHOWN_BYTES);
  #length = 0;
  #column = 0;
  #state = AT_START;
  #skipRow: boolean;
  #rowHasText = false;
  #line = 1;
  #rowLine = 1;
  #afterCr = false;

  constructor(layout: Layout, sink: RowSink) {
    this.#sink = sink;
    this.#classes = classes(layout.separator);
    this.#target = layout.column;
    this.#skipRow = layout.header !== null;
  }

  /** @throws BinaryContentError */
  read(bytes: Uint8Array): void {
    for (let index = 0; index < bytes.length;) {
      index = this.#column === this.#target ? this.#readTarget(bytes, index) : this.#passOver(bytes, index);
    }
  }

  /** Ends the file. False when a quote was never closed. */
  end(): boolean {
    if (this.#state === QUOTED) return false;
    this.#endCell();
    return true;
  }

  /** Passes over a cell that is not the phone's; answers where the next byte to be read is. */
  #passOver(bytes: Uint8Array, from: number): number {
    const classes = this.#classes;
    let index = from;
    while (index < bytes.length) {
      const byte = bytes[index++] ?? 0;
      const kind = classes[byte];
      if (kind === PLAIN) {
        this.#afterCr = false;
        this.#rowHasText ||= !isBlank(byte);
        if (this.#state === QUOTED || this.#skipRow) {
          if (this.#state !== QUOTED) this.#state = UNQUOTED;
          continue;
        }
        this.#state = UNQUOTED;
        // The bulk of a wide file: nothing in it matters before the next byte that is not plain.
        while (index < bytes.length && classes[bytes[index] ?? 0] === PLAIN) index++;
        continue;
      }
      if (this.#meta(kind ?? BINARY, byte)) return index;
    }
    return index;
  }

  #readTarget(bytes: Uint8Array, from: number): number {
    const classes = this.#classes;
    let index = from;
    while (index < bytes.length) {
      const byte = bytes[index++] ?? 0;
      const kind = classes[byte];
      if (kind === PLAIN) {
        if (this.#state !== QUOTED) this.#state = UNQUOTED;
        this.#afterCr = false;
        this.#keep(byte);
      } else if (this.#state === QUOTED && kind !== QUOTES && kind !== BINARY) {
        this.#countLine(byte);
        this.#keep(byte);
      } else if (kind === QUOTES && (this.#state === UNQUOTED || this.#state === AFTER_QUOTE)) {
        this.#state = this.#state === AFTER_QUOTE ? QUOTED : UNQUOTED;
        this.#keep(byte);
      } else if (this.#meta(kind ?? BINARY, byte)) return index;
    }
    return index;
  }

  /** Handles a byte with a meaning; true when it ended the cell. */
  #meta(kind: number, byte: number): boolean {
    if (kind === BINARY) throw new BinaryContentError('a control character in the file');
    if (kind === QUOTES) {
      this.#afterCr = false;
      this.#rowHasText = true;
      if (this.#state === AT_START || this.#state === AFTER_QUOTE) this.#state = QUOTED;
      else if (this.#state === QUOTED) this.#state = AFTER_QUOTE;
      return false;
    }
    if (this.#state === QUOTED) {
      this.#countLine(byte);
      return false;
    }
    if (kind === SEPARATOR) {
      this.#afterCr = false;
      this.#rowHasText ||= byte !== TAB;
      this.#endCell();
      this.#column++;
      return true;
    }
    if (byte === LF && this.#afterCr) {
      this.#afterCr = false;
      this.#rowLine = this.#line;
      return false;
    }
    this.#endCell();
    this.#endRow(byte);
    return true;
  }

  #endRow(byte: number): void {
    this.#countLine(byte);
    this.#afterCr = byte === CR;
    this.#column = 0;
    this.#rowLine = this.#line;
    // Blank lines before the header are not the header.
    if (this.#rowHasText) this.#skipRow = false;
    this.#rowHasText = false;
  }

  #countLine(byte: number): void {
    if (byte === CR) this.#line++;
    else if (byte === LF && !this.#afterCr) this.#line++;
    this.#afterCr = byte === CR;
  }

  #keep(byte: number): void {
    if (this.#length < SHOWN_BYTES) this.#bytes[this.#length] = byte;
    this.#length++;
    this.#rowHasText ||= !isBlank(byte);
  }

  #endCell(): void {
    const target = this.#column === this.#target;
    this.#state = AT_START;
    if (!target || this.#length === 0) return;
    if (!this.#skipRow) this.#judgeCell();
    this.#length = 0;
  }

  #judgeCell(): void {
    const bytes = this.#bytes;
    let begin = 0;
    let end = Math.min(this.#length, SHOWN_BYTES);
    while (begin < end && isBlank(bytes[begin])) begin++;
    while (end > begin && isBlank(bytes[end - 1])) end--;
    if (begin === end && this.#length <= SHOWN_BYTES) return;
    const plus = bytes[begin] === PLUS;
    let value = 0;
    let index = plus ? begin + 1 : begin;
    const first = index;
    for (; index < end; index++) {
      const byte = bytes[index] ?? 0;
      if (byte < ZERO || byte > NINE) break;
      value = value * 10 + (byte - ZERO);
    }
    const simple = index === end && end > first && end - first <= MOST_DIGITS && bytes[first] !== ZERO;
    if (simple && this.#length <= SHOWN_BYTES) this.#sink.digits(value, plus);
    else if (this.#length <= SHOWN_BYTES && isNumeric(bytes, begin, end)) this.#sink.text(textOf(bytes, begin, end));
    else {
      const text = textOf(bytes, 0, Math.min(this.#length, SHOWN_BYTES)).trim();
      this.#sink.other(this.#rowLine, text, this.#length <= SHOWN_BYTES);
    }
  }
}

const isBlank = (byte: number | undefined): boolean => byte === SPACE || byte === TAB;

function isNumeric(bytes: Uint8Array, begin: number, end: number): boolean {
  for (let index = begin; index < end; index++) {
    const byte = bytes[index] ?? 0;
    if (byte !== PLUS && (byte < ZERO || byte > NINE)) return false;
  }
  return true;
}

/** What a cut took half of is left out. */
const textOf = (bytes: Uint8Array, begin: number, end: number): string =>
  new TextDecoder().decode(bytes.subarray(begin, end)).replace(/\uFFFD+$/, '');
