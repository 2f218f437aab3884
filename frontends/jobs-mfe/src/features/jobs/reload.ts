import type { QueryClient } from '@tanstack/react-query';

const AFTER_MS = 400;

/** Asks again for what has one of these keys, at most once in a while however often it is wanted. */
export class Reload {
  readonly #client: QueryClient;
  readonly #keys: ReadonlyArray<readonly unknown[]>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient, keys: ReadonlyArray<readonly unknown[]>) {
    this.#client = client;
    this.#keys = keys;
  }

  want(): void {
    if (this.#timer === undefined) this.#plan();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #plan(): void {
    this.#timer = setTimeout(() => this.#ask(), AFTER_MS);
  }

  #ask(): void {
    // What is on its way comes first: given up each time that something changes, on a slow line none would ever be there.
    if (this.#keys.some((queryKey) => this.#client.isFetching({ queryKey }) > 0)) return this.#plan();
    this.#timer = undefined;
    for (const queryKey of this.#keys) void this.#client.invalidateQueries({ queryKey });
  }
}
