const BREAK = 0x0a;

/** The lines of a text, each once and in the order of their bytes, found by halving: no object is made of any of them. */
export class SortedLines {
  readonly #bytes: Buffer;

  /** @param bytes with a line break after each line */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  has(line: string): boolean {
    const wanted = Buffer.from(line);
    let [from, to] = [0, this.#bytes.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const start = middle === from ? from : Math.max(from, this.#bytes.lastIndexOf(BREAK, middle - 1) + 1);
      const end = this.#bytes.indexOf(BREAK, start);
      const order = this.#bytes.compare(wanted, 0, wanted.length, start, end);
      if (order === 0) return true;
      if (order < 0) from = end + 1;
      else to = start;
    }
    return false;
  }
}
