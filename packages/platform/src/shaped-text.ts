/**
 * Begins what stands for a value of one's own; nothing else that is told has it. Of digits alone, so that it may stand for
 * a whole number, too: with the three that follow it is below 2^53.
 */
const MARK = String(8_000_000_000_000 + Math.floor(Math.random() * 900_000_000_000));
const PLACE_DIGITS = 3;

/** A text that is the same for many, but for what each has of its own: made once, and filled for each. */
export class ShapedText<Name extends string> {
  readonly #first: string;
  readonly #rest: ReadonlyArray<{ name: Name; text: string }>;

  /** @param text with `markOf` where something of one's own belongs, as JSON need not escape it */
  constructor(text: string, names: readonly Name[]) {
    const [first = '', ...rest] = text.split(MARK);
    this.#first = first;
    this.#rest = rest.map((part) => {
      const name = names[Number(part.slice(0, PLACE_DIGITS))];
      if (name === undefined) throw new Error('a mark stands in a text for a name that is not known');
      return { name, text: part.slice(PLACE_DIGITS) };
    });
  }

  /** Whether each has something of its own in it. */
  get isOwn(): boolean {
    return this.#rest.length > 0;
  }

  of(own: Readonly<Record<Name, string>>): string {
    let text = this.#first;
    for (const part of this.#rest) text += own[part.name] + part.text;
    return text;
  }
}

/** What stands for one of these names in a text that is to be shaped. */
export const markOf = <Name extends string>(name: Name, names: readonly Name[]): string =>
  `${MARK}${String(names.indexOf(name)).padStart(PLACE_DIGITS, '0')}`;
