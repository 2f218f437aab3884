import { type Logger, reasonOf } from '@numscope/platform';
import type { DatasetStore } from '../store/datasets/index.ts';
import type { AskingContext } from './context.ts';

export interface UnboundDatasetsParts {
  context: Pick<AskingContext, 'bound' | 'retired'>;
  /** The look-up tables; null where there never were any. */
  datasets(): Promise<DatasetStore> | null;
  log: Logger;
}

/** Drops the rows of datasets that the sources file names no more: nobody asks them, and they are about people. */
export class UnboundDatasets {
  readonly #parts: UnboundDatasetsParts;
  #dropping: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(parts: UnboundDatasetsParts) {
    this.#parts = parts;
  }

  /** In its own time, after what is being dropped already. */
  drop(): void {
    const { log } = this.#parts;
    this.#dropping = this.#dropping
      .then(() => this.#drop())
      .catch((error: unknown) =>
        log.warn(
          { reason: reasonOf(error) },
          'datasets that are bound no more could not be dropped; tried at the next start',
        ),
      );
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#dropping;
  }

  async #drop(): Promise<void> {
    const store = this.#isClosed ? null : await this.#parts.datasets();
    let hasMore = store !== null;
    while (hasMore && !this.#isClosed) hasMore = (await store?.dropOthers(this.#bound())) ?? false;
  }

  /** Also those that are switched off, or still have something in flight. */
  #bound(): string[] {
    const { bound, retired } = this.#parts.context;
    const off = [...bound.off].map(([name, config]) => ({ name, config }));
    return [...bound.asked, ...off, ...retired]
      .filter(({ config }) => config.connector === 'dataset')
      .map(({ name }) => name);
  }
}
