import { newId } from '@numscope/platform/ids';

/** What two numbers differ in of which the numbering plan says the same: each its own text, which JSON need not escape. */
export interface OwnTexts {
  id: string;
  phone: string;
  international: string;
  national: string;
}

const names = ['id', 'phone', 'international', 'national'] as const satisfies ReadonlyArray<keyof OwnTexts>;

/** Begins what stands for a number's own; nothing that is told of a number has it. */
const MARK = newId();

/** What stands for a number's own texts where a text is to be shaped. */
export const placeholders: Readonly<OwnTexts> = {
  id: `${MARK}0`,
  phone: `${MARK}1`,
  international: `${MARK}2`,
  national: `${MARK}3`,
};

/** A text that is the same for many numbers, but for their own. */
export class ShapedText {
  readonly #first: string;
  readonly #rest: ReadonlyArray<{ own: keyof OwnTexts; text: string }>;

  /** @param text with `placeholders` in it */
  constructor(text: string) {
    const [first = '', ...rest] = text.split(MARK);
    this.#first = first;
    this.#rest = rest.map((part) => ({ own: names[Number(part.charAt(0))] ?? 'id', text: part.slice(1) }));
  }

  /** Adds a number's text to these, in pieces. */
  addTo(pieces: string[], own: OwnTexts): void {
    pieces.push(this.#first);
    for (const part of this.#rest) pieces.push(own[part.own], part.text);
  }
}
