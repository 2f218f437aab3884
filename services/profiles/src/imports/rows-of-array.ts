import type { Readable } from 'node:stream';
import { textOfStream } from './bytes-of-file.ts';
import { ImportFaultError } from './import-fault-error.ts';
import { jsonRow, MOST_ROW_BYTES } from './json-row.ts';
import { isPictureLine } from './judge-row.ts';

/** Cuts the text of a JSON array, as its pieces come, into those of its items; whether they are JSON is not asked. */
class ArrayCutter {
  #begun = '';
  /** How deep the lists and objects within the item are nested. */
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #hasBegun = false;
  #hasItems = false;
  hasEnded = false;

  /** Characters of the item that has not ended yet. */
  get begunChars(): number {
    return this.#begun.length;
  }

  /** The items that end within a piece. @throws ImportFaultError for what stands behind the array */
  *cut(piece: string): Generator<string> {
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const sign = piece[at];
      if (this.#isInText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (sign === '\\') this.#isEscaped = true;
        else if (sign === '"') this.#isInText = false;
      } else if (this.hasEnded) {
        if (sign?.trim() !== '') throw new ImportFaultError('something stands behind the end of the array');
      } else if (sign === '"') this.#isInText = true;
      else if (sign === '[' || sign === '{') {
        if (this.#hasBegun) this.#depth++;
        else from = at + 1;
        this.#hasBegun = true;
      } else if (this.#depth === 0 && (sign === ',' || sign === ']')) {
        const item = this.#begun + piece.slice(from, at);
        this.#begun = '';
        from = at + 1;
        this.hasEnded = sign === ']';
        // An empty array has no item.
        if (this.#hasItems || sign === ',' || item.trim() !== '') yield item;
        this.#hasItems = true;
      } else if (this.#depth > 0 && (sign === ']' || sign === '}')) this.#depth--;
    }
    if (!this.hasEnded) this.#begun += piece.slice(from);
  }
}

/** The items of a JSON array, each as it comes. @throws ImportFaultError for one that is no object, or for no array */
export async function* rowsOfArray(stream: Readable): AsyncGenerator<Record<string, unknown>> {
  const cutter = new ArrayCutter();
  let place = 1;
  for await (const piece of textOfStream(stream)) {
    for (const item of cutter.cut(piece)) {
      const row = jsonRow(item, place);
      // A picture is told of by the profile behind it.
      if (!isPictureLine(row)) place += 1;
      yield row;
    }
    if (cutter.begunChars > MOST_ROW_BYTES)
      throw new ImportFaultError(`is longer than ${MOST_ROW_BYTES} characters`, place);
  }
  if (!cutter.hasEnded) throw new ImportFaultError('the array has no end: the file was cut', place);
}
