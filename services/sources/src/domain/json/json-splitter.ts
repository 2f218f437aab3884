/** Characters of one object or row of a file: the largest photo that is taken fits in as text. */
export const ITEM_CHARS = 16 * 1024 * 1024;

/**
 * Cuts a stream of text into the JSON texts of its objects: those of an array, or one after the other. Only depth and
 * strings are watched.
 */
export class JsonSplitter {
  #text = '';
  #depth = 0;
  #inString = false;
  #isEscaped = false;

  /** The objects that this piece completes. */
  push(piece: string): string[] {
    const items: string[] = [];
    let from = 0;
    for (let index = 0; index < piece.length; index++) {
      const char = piece[index];
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (char === '\\') this.#isEscaped = true;
        else if (char === '"') this.#inString = false;
      } else if (char === '"') this.#inString = this.#depth > 0;
      else if (char === '{') {
        if (this.#depth === 0) from = index;
        this.#depth++;
      } else if (char === '}' && this.#depth > 0) {
        this.#depth--;
        if (this.#depth > 0) continue;
        items.push(this.#text + piece.slice(from, index + 1));
        this.#text = '';
        from = index + 1;
      }
    }
    if (this.#depth > 0) this.#text += piece.slice(from);
    if (this.#text.length > ITEM_CHARS) throw new Error('an object of the file is too large');
    return items;
  }

  /** @throws Error when the text broke off within an object */
  end(): void {
    if (this.#depth > 0) throw new Error('the file breaks off within an object');
  }
}
