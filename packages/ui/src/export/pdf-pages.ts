import type { ExportPhoto } from './export-document.ts';
import type { PdfCopies } from './pdf-copies.ts';
import { PdfLines } from './pdf-lines.ts';
import type { PdfText } from './pdf-text.ts';

/** Points, on A4. */
const PAGE = { width: 595, height: 842, margin: 40, foot: 56 };
const RIGHT = PAGE.width - PAGE.margin;
const VALUES_AT = 170;
const SIZE = { title: 18, heading: 12, text: 9, small: 7 };
const LEADING = 1.4;
const PHOTO_HEIGHT = 60;
const GAP = 6;
const INK = { text: '#1a1c20', quiet: '#555b66', mark: '#8a4b00', rule: '#c9cdd4' };

const fileOf = ({ bytes }: ExportPhoto): ArrayBuffer =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);

/** Puts headings, pictures and values one below the other, from page to page. */
export class PdfPages {
  readonly #file: PdfCopies;
  readonly #text: PdfText;
  readonly #lines: PdfLines;
  #y = Infinity;
  #page = 0;

  constructor(file: PdfCopies, text: PdfText) {
    this.#file = file;
    this.#text = text;
    this.#lines = new PdfLines(file, text.ascent);
  }

  title(title: string): void {
    this.#block(title, SIZE.title, PAGE.margin, INK.text);
    this.#y += GAP;
  }

  /** What everybody must know of a record stands right below its heading, on the same page as its first values. */
  heading(heading: string, mark: string | null): void {
    this.#y += GAP;
    this.#room(PHOTO_HEIGHT + 40);
    this.#file.moveTo(PAGE.margin, this.#y).lineTo(RIGHT, this.#y).lineWidth(0.5).stroke(INK.rule);
    this.#y += GAP;
    this.#block(heading, SIZE.heading, PAGE.margin, INK.text);
    if (mark !== null) this.#block(mark, SIZE.text, PAGE.margin, INK.mark);
  }

  pictures(photos: readonly ExportPhoto[]): void {
    let x = PAGE.margin;
    for (const [at, photo] of photos.entries()) {
      const width = (photo.width / photo.height) * PHOTO_HEIGHT;
      if (at === 0 || x + width > RIGHT) {
        if (at > 0) this.#y += PHOTO_HEIGHT + GAP;
        this.#room(PHOTO_HEIGHT + GAP);
        x = PAGE.margin;
      }
      this.#file.image(fileOf(photo), x, this.#y, { height: PHOTO_HEIGHT });
      x += width + GAP;
    }
    if (photos.length > 0) this.#y += PHOTO_HEIGHT + GAP;
  }

  /** A label, beside it a value, and below that in small who says it. */
  value(label: string, value: string, said: string): void {
    const names =
      label === '' ? [] : this.#text.lines(this.#text.writable(label), SIZE.text, VALUES_AT - PAGE.margin - GAP);
    this.#room(Math.max(1, names.length) * SIZE.text * LEADING);
    const [top, page] = [this.#y, this.#page];
    for (const name of names) {
      this.#line(name, PAGE.margin, SIZE.text, INK.quiet);
      this.#y += SIZE.text * LEADING;
    }
    const below = this.#y;
    this.#y = top;
    this.#block(value, SIZE.text, VALUES_AT, INK.text);
    if (said !== '') this.#block(said, SIZE.small, VALUES_AT, INK.quiet);
    if (page === this.#page) this.#y = Math.max(this.#y, below);
  }

  note(text: string): void {
    this.#y += GAP;
    this.#block(text, SIZE.text, PAGE.margin, INK.quiet);
  }

  /** Ends the last page. */
  end(): void {
    this.#lines.flush();
  }

  #block(text: string, size: number, x: number, ink: string): void {
    for (const line of this.#text.lines(this.#text.writable(text), size, RIGHT - x)) {
      this.#room(size * LEADING);
      this.#line(line, x, size, ink);
      this.#y += size * LEADING;
    }
  }

  #line(text: string, x: number, size: number, ink: string): void {
    if (text !== '') this.#lines.write(text, x, this.#y, size, ink);
  }

  /** Begins a new page, with its number at its foot, where this height does not fit below. */
  #room(height: number): void {
    if (this.#y + height <= PAGE.height - PAGE.foot) return;
    this.#page += 1;
    this.#lines.flush();
    this.#file.addPage();
    // Written by pdfkit itself and not by `PdfLines`, so that pdfkit registers the font for the page.
    const foot = PAGE.height - PAGE.margin;
    this.#file.fillColor(INK.quiet).fontSize(SIZE.small);
    this.#file.text(String(this.#page), RIGHT - 20, foot, { lineBreak: false });
    this.#y = PAGE.margin;
  }
}
