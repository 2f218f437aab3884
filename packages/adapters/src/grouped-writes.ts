interface Waiting<T> {
  item: T;
  resolve(): void;
  reject(error: unknown): void;
}

export interface GroupedWritesOptions<T> {
  /** Most bytes of one group, unless a single item has more: nobody waits for a giant. Absent: any number of items. */
  limit?: { mostBytes: number; bytesOf(item: T): number };
  /** Makes a group durable, in its order. What it throws is thrown to everybody in the group. */
  write(group: readonly T[]): Promise<void>;
}

/** One write at a time; whatever comes while one is under way shares the next: many writers cost one flush. */
export class GroupedWrites<T> {
  readonly #options: GroupedWritesOptions<T>;
  #waiting: Array<Waiting<T>> = [];
  #running: Promise<void> | undefined;

  constructor(options: GroupedWritesOptions<T>) {
    this.#options = options;
  }

  /** Resolves when the item is durable. */
  add(item: T): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
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
      try {
        await this.#options.write(group.map(({ item }) => item));
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#running = undefined;
  }

  #takeGroup(): Array<Waiting<T>> {
    const { limit } = this.#options;
    let bytes = 0;
    const full = this.#waiting.findIndex(({ item }, index) => {
      bytes += limit?.bytesOf(item) ?? 0;
      return limit !== undefined && index > 0 && bytes > limit.mostBytes;
    });
    return this.#waiting.splice(0, full < 0 ? this.#waiting.length : full);
  }
}
