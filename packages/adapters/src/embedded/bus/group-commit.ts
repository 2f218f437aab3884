import type { BusWrite } from './bus-protocol.ts';

type Part = Omit<BusWrite, 'at'>;
interface Waiting {
  part: Part;
  resolve(): void;
  reject(error: unknown): void;
}

/** Most bytes of events in one commit, as they are kept, so that no one waits for a giant. */
const COMMIT_BYTES = 2_000_000;

const bytesOf = (part: Part): number => part.chunks.reduce((sum, { payload }) => sum + payload.length, 0);

/**
 * Everything that asks for a commit while one is under way shares the next: many writers cost one flush of the disk.
 */
export class GroupCommit {
  readonly #write: (write: BusWrite) => Promise<void>;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;

  constructor(write: (write: BusWrite) => Promise<void>) {
    this.#write = write;
  }

  /** Resolves when `part` is durable; it is kept whole or not at all. */
  commit(part: Partial<Part>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ part: { chunks: [], offsets: [], dead: [], ...part }, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when nothing waits. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // Whoever asks within this turn of the loop still comes along.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const group = this.#takeGroup();
      const parts = group.map(({ part }) => part);
      try {
        await this.#write({
          at: Date.now(),
          chunks: parts.flatMap((part) => part.chunks),
          offsets: parts.flatMap((part) => part.offsets),
          dead: parts.flatMap((part) => part.dead),
        });
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#running = undefined;
  }

  #takeGroup(): Waiting[] {
    let bytes = 0;
    const full = this.#waiting.findIndex(({ part }, index) => {
      bytes += bytesOf(part);
      return index > 0 && bytes > COMMIT_BYTES;
    });
    return this.#waiting.splice(0, full < 0 ? this.#waiting.length : full);
  }
}
