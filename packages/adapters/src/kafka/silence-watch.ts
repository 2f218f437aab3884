/** A member that heard nothing of its group for so long is stuck, whatever it believes. */
const SILENCE_MS = 40_000;
const LOOK_EVERY_MS = 5000;

/** Tells, at each look, while nothing has been heard for too long. */
export class SilenceWatch {
  readonly #timer: NodeJS.Timeout;
  #heardAt = Date.now();

  constructor(isSilent: () => void) {
    this.#timer = setInterval(() => {
      if (Date.now() - this.#heardAt > SILENCE_MS) isSilent();
    }, LOOK_EVERY_MS).unref();
  }

  /** A heartbeat was answered, or the group joined. */
  heard(): void {
    this.#heardAt = Date.now();
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
