type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** How a file begins that is not UTF-8 and says so: https://www.unicode.org/faq/utf_bom.html */
const marks: ReadonlyArray<readonly [Encoding, Buffer]> = [
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];
const encodingOf = (start: Buffer): Encoding =>
  marks.find(([, mark]) => start.subarray(0, mark.length).equals(mark))?.[0] ?? 'utf-8';

/** Makes the text of a file from its bytes, piece by piece: of UTF-8, or of UTF-16 where its first bytes say so. */
export class FileText {
  #decoder: TextDecoder | undefined;

  /** The text of the next bytes, without the mark that a file begins with; at the first call two of them or more. */
  push(bytes: Buffer): string {
    this.#decoder ??= new TextDecoder(encodingOf(bytes));
    return this.#decoder.decode(bytes, { stream: true });
  }
}
