import { type Logger, reasonOf, retry, type SearchIndex } from '@numscope/platform';
import type { ProfileStore } from '../store/profile-store.port.ts';
import { mendIndex } from './rebuild-index.ts';

/** Rebuilds the index beside the daily work: after the start where it needs it, and later when it is found lost. */
export class IndexMender {
  readonly #store: ProfileStore;
  readonly #index: SearchIndex;
  readonly #log: Logger;
  readonly #stop = new AbortController();
  #mending: Promise<void> | undefined;

  constructor(store: ProfileStore, index: SearchIndex, log: Logger) {
    this.#store = store;
    this.#index = index;
    this.#log = log;
    index.onLoss?.(() => void this.mend());
  }

  /** Resolves when the index is as the profiles, or this is closed; whoever asks meanwhile shares the wait. */
  mend(): Promise<void> {
    this.#mending ??= this.#mend().finally(() => (this.#mending = undefined));
    return this.#mending;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#mending;
  }

  async #mend(): Promise<void> {
    const { signal } = this.#stop;
    if (signal.aborted) return;
    await retry(() => mendIndex(this.#store, this.#index, this.#log, signal), {
      signal,
      onRetry: (error) =>
        this.#log.warn({ reason: reasonOf(error) }, 'the search index could not be made anew; it is tried again'),
    }).catch(() => undefined); // closed: the next start sees what is not done
  }
}
