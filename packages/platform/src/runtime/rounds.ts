/**
 * Work in rounds, one at a time: one when it is woken, one more when it was woken meanwhile, and the next after the pause that the last one asked for.
 */
export class Rounds {
  readonly #round: () => Promise<number>;
  readonly #due: () => void;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #closed = false;

  /**
   * @param round does what there is to do, and resolves to the milliseconds until the next round; it never rejects
   * @param due what to do when these are over, unless it is to begin the next round alone
   */
  constructor(round: () => Promise<number>, due: () => void = () => this.wake()) {
    this.#round = round;
    this.#due = due;
  }

  get underWay(): boolean {
    return this.#running !== undefined;
  }

  wake(): void {
    if (this.#closed) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#running = this.#run();
  }

  /** Resolves when the last round is over. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    const pauseMs = await this.#round();
    if (!this.#closed) this.#timer = setTimeout(this.#due, pauseMs).unref();
    this.#running = undefined;
    if (!this.#again) return;
    this.#again = false;
    this.wake();
  }
}
