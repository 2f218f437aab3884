import { isUtf8 } from 'node:buffer';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** How a file begins that is not UTF-8 and says so: https://www.unicode.org/faq/utf_bom.html */
const marks: ReadonlyArray<readonly [Encoding, Buffer]> = [
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];
const encodingOf = (start: Buffer): Encoding =>
  marks.find(([, mark]) => start.subarray(0, mark.length).equals(mark))?.[0] ?? 'utf-8';

/** Bytes of a character that stand behind its first. */
const MOST_FURTHER = 3;
const linesIn = (text: string): number => text.split('\n').length - 1;
const isSound = (line: string): boolean => isUtf8(Buffer.from(line, 'latin1'));

/** How many lines end before the first that is not UTF-8, in bytes as Latin-1 that may begin within a character. */
function soundLines(bytes: string): number {
  const ended = bytes
    .replace(/^[\x80-\xbf]{1,3}/, '')
    .split('\n')
    .slice(0, -1);
  const faulty = ended.findIndex((line) => !isSound(line));
  return faulty === -1 ? ended.length : faulty;
}

/**
 * Makes the text of a file from its bytes, piece by piece: of UTF-8, or of UTF-16 where its first bytes say so. What is
 * neither (Windows-1251, Latin-1) would else become signs that nobody wrote.
 */
export class FileText {
  #decoder: TextDecoder | undefined;
  /** That which the next bytes belong to. */
  #line = 1;
  /** The last bytes, as Latin-1: a character may begin among them. */
  #last = '';

  /**
   * The text of the next bytes, without the mark that a file begins with; at the first call two of them or more.
   * @throws Error that names the first line that is not UTF-8
   */
  push(bytes: Buffer): string {
    this.#decoder ??= new TextDecoder(encodingOf(bytes), { fatal: encodingOf(bytes) === 'utf-8' });
    const before = this.#last;
    const text = this.#decode(
      bytes,
      () => this.#line - linesIn(before) + soundLines(before + bytes.toString('latin1')),
    );
    this.#line += linesIn(text);
    this.#last = (before + bytes.toString('latin1', Math.max(0, bytes.length - MOST_FURTHER))).slice(-MOST_FURTHER);
    return text;
  }

  /** @throws Error when the bytes break off within a character */
  end(): void {
    this.#decode(undefined, () => this.#line);
  }

  #decode(bytes: Buffer | undefined, line: () => number): string {
    try {
      return this.#decoder?.decode(bytes, { stream: bytes !== undefined }) ?? '';
    } catch (error) {
      throw new Error(`line ${line()} is not UTF-8: save the file as UTF-8`, { cause: error });
    }
  }
}
