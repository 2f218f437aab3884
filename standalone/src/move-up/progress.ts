const EVERY_MS = 1000;

/** Tells how far one kind of records is: now and then, and when it is over. */
export class Progress {
  readonly #say: (line: string) => void;
  readonly #what: string;
  readonly #total: number;
  #done: number;
  #toldAt = Date.now();

  /** @param done how many were there before */
  constructor(say: (line: string) => void, what: string, total: number, done = 0) {
    this.#say = say;
    this.#what = what;
    this.#total = total;
    this.#done = done;
  }

  get done(): number {
    return this.#done;
  }

  add(count: number): void {
    this.#done += count;
    if (Date.now() - this.#toldAt >= EVERY_MS) this.tell();
  }

  tell(): void {
    this.#toldAt = Date.now();
    this.#say(`${this.#what}: ${this.#done}/${this.#total}`);
  }
}
