import type { PdfCopies } from './pdf-copies.ts';

/** Coordinates are rounded to thousandths of a point: nobody sees less. */
const FINEST = 1000;
const rounded = (points: number): number => Math.round(points * FINEST) / FINEST;
/** How pdfkit writes letters that stand on one line, each stretch with what moves the next one (`[<0001> -12 <0002> 0] TJ`). */
const LETTERS = /^\[<(?<letters>[^\]]*)> (?<last>[^\]]*)\] TJ$/;
const FONT = /^(?<font>\/\S+) \S+ Tf$/;

/**
 * The lines of a page, written at once. pdfkit lays out each word once, and what it wrote then is copied wherever the word
 * comes again: it would measure, encode and place each line anew, in eight operators of a few bytes each.
 */
export class PdfLines {
  readonly #file: PdfCopies;
  readonly #ascent: number;
  /** Letters by words; null where some stand above or below the line. */
  readonly #words = new Map<string, string | null>();
  readonly #inks = new Map<string, string>();
  #font = '';
  #written: string[] = [];
  #ink = '';
  #size = 0;

  /**
   * @param file its font is the one of all lines
   * @param ascent from the top of a line to the foot of its letters, at a size of one point
   */
  constructor(file: PdfCopies, ascent: number) {
    this.#file = file;
    this.#ascent = ascent;
  }

  /** @param y of the line's top, in points from that of the page */
  write(text: string, x: number, y: number, size: number, ink: string): void {
    const letters = this.#lettersOf(text);
    if (letters === null) {
      this.flush();
      this.#file.fillColor(ink).fontSize(size).text(text, x, y, { lineBreak: false });
      return;
    }
    if (ink !== this.#ink) this.#written.push(this.#inkOf(ink));
    if (size !== this.#size) this.#written.push(`${this.#font} ${size} Tf`);
    [this.#ink, this.#size] = [ink, size];
    const foot = this.#file.page.height - y - this.#ascent * size;
    this.#written.push(`1 0 0 1 ${rounded(x)} ${rounded(foot)} Tm\n[<${letters}>] TJ`);
  }

  /** Puts what has been written onto the page, before another one is begun. */
  flush(): void {
    if (this.#written.length === 0) return;
    // pdfkit has turned the page upside down, and letters are not to stand on their heads.
    this.#file.addContent(`q\n1 0 0 -1 0 ${this.#file.page.height} cm\nBT\n${this.#written.join('\n')}\nET\nQ`);
    [this.#written, this.#ink, this.#size] = [[], '', 0];
  }

  #lettersOf(line: string): string | null {
    const blank = this.#wordOf(' ');
    let letters = '';
    for (const [at, word] of line.split(' ').entries()) {
      const own = word === '' ? '' : this.#wordOf(word);
      if (own === null) return null;
      letters += at === 0 ? own : blank + own;
    }
    return letters;
  }

  #wordOf(word: string): string | null {
    let known = this.#words.get(word);
    if (known === undefined) {
      known = this.#copied(word);
      this.#words.set(word, known);
    }
    return known;
  }

  #copied(word: string): string | null {
    const operators = this.#file.copyOf(() => this.#file.fontSize(1).text(word, 0, 0, { lineBreak: false }));
    this.#font = operators.map((operator) => FONT.exec(operator)?.groups?.['font']).find(Boolean) ?? this.#font;
    const stretches = operators.filter((operator) => operator.endsWith(' TJ'));
    const { letters, last } = LETTERS.exec(stretches[0] ?? '')?.groups ?? {};
    if (stretches.length > 1 || letters === undefined) return null;
    return Number(last) === 0 ? letters : `${letters}> ${last} <`;
  }

  #inkOf(ink: string): string {
    const known = this.#inks.get(ink) ?? this.#file.copyOf(() => this.#file.fillColor(ink)).join('\n');
    this.#inks.set(ink, known);
    return known;
  }
}
