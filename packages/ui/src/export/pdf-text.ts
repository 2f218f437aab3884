// oxlint-disable-next-line typescript/triple-slash-reference -- a declaration of types cannot be imported, and the bench has not the list of files of the console
/// <reference path="./fonts.d.ts" />
import { withoutDirectionMarks } from '@numscope/contracts/direction-marks';
import { fewMarks } from '@numscope/contracts/few-marks';
import { create } from 'fontkit';
import { allowedText } from './escape-text.ts';

/** What a font can write, and how wide. Words come again and again: each is measured once. */
export class PdfText {
  readonly #covers: (codePoint: number) => boolean;
  readonly #known = new Map<number, boolean>();
  readonly #widths = new Map<string, number>();
  readonly #measure: (text: string) => number;
  readonly #other: string;
  /** From the top of a line to the foot of its letters, at a size of one point. */
  readonly ascent: number;
  /** Whether anything was written that the font has no characters for. */
  replaced = false;

  /**
   * @param font the bytes of a TrueType font
   * @param measure the width of a text at a size of one point
   * @param other stands in place of what the font has not
   */
  constructor(font: Uint8Array, measure: (text: string) => number, other: string) {
    const made = create(font);
    this.#covers = (codePoint) => made.hasGlyphForCodePoint(codePoint);
    this.ascent = made.ascent / made.unitsPerEm;
    this.#measure = measure;
    this.#other = other;
  }

  /** A text as the font can write it: a stretch in another script becomes the words for that, and never broken boxes. */
  writable(text: string): string {
    let written = '';
    let foreign = false;
    let blanks = '';
    for (const character of allowedText(fewMarks(withoutDirectionMarks(text)).normalize('NFC')).replaceAll(
      '\t',
      '  ',
    )) {
      // Blanks between two words of another script do not end the stretch.
      if (foreign && character === ' ') blanks += character;
      else if (character === '\n' || this.#has(character)) {
        written += blanks + character;
        [foreign, blanks] = [false, ''];
      } else {
        if (!foreign) written += this.#other;
        [foreign, blanks] = [true, ''];
        this.replaced = true;
      }
    }
    return written + blanks;
  }

  /** At a size of one point. */
  width(text: string): number {
    let known = this.#widths.get(text);
    if (known === undefined) {
      known = this.#measure(text);
      this.#widths.set(text, known);
    }
    return known;
  }

  /** The lines of a text that fit into a width at a size, words kept whole where they fit. */
  lines(text: string, size: number, width: number): string[] {
    return text.split(/\r\n?|\n/).flatMap((line) => this.#wrapped(line, width / size));
  }

  #has(character: string): boolean {
    const codePoint = character.codePointAt(0) ?? 0;
    let known = this.#known.get(codePoint);
    if (known === undefined) {
      known = this.#covers(codePoint);
      this.#known.set(codePoint, known);
    }
    return known;
  }

  #wrapped(line: string, width: number): string[] {
    const lines: string[] = [];
    const blank = this.width(' ');
    // How far a line is set in stays, up to half of the width.
    const indent = (/^ */.exec(line)?.[0] ?? '').slice(0, Math.floor(width / blank / 2));
    let text = indent;
    let used = indent.length * blank;
    let isBegun = false;
    for (const piece of line
      .trimStart()
      .split(' ')
      .flatMap((word) => this.#broken(word, width - indent.length * blank))) {
      const wide = this.width(piece);
      if (isBegun && used + blank + wide > width) {
        lines.push(text);
        [text, used] = [piece, wide];
      } else {
        text = isBegun ? `${text} ${piece}` : text + piece;
        used += isBegun ? blank + wide : wide;
      }
      isBegun = true;
    }
    return [...lines, text];
  }

  /** A word in pieces that fit. */
  #broken(word: string, width: number): string[] {
    if (this.width(word) <= width) return [word];
    const pieces: string[] = [];
    let piece = '';
    let used = 0;
    for (const character of word) {
      const wide = this.width(character);
      if (piece !== '' && used + wide > width) {
        pieces.push(piece);
        [piece, used] = ['', 0];
      }
      piece += character;
      used += wide;
    }
    return [...pieces, piece];
  }
}
