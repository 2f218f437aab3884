import { basename } from 'node:path';
import { type Logger, reasonOf } from '@numscope/platform';
import type { DatasetStore } from '../../store/datasets/index.ts';
import type { DatasetSource } from './dataset-source.ts';
import { FaultyFileError, FileChangedError, importDataset, isImported, stateOf } from './import-dataset.ts';

/** How often the file is looked at. It is read once it stood still for as long. */
const LOOK_MS = 1000;
/** What passes (the disk is full, too many files are open) is given so long before the file is read again. */
const REST_MS = 60_000;

export interface KeptDatasetOptions {
  name: string;
  config: DatasetSource;
  store: DatasetStore;
  log: Logger;
  now(): number;
}

/** Keeps the look-up table as its file is, and answers by the rows of before until the new ones are whole. */
export class KeptDataset {
  /** Why the file as it is now is not what answers; null when it is. */
  trouble: { at: number; message: string } | null = null;
  readonly #options: KeptDatasetOptions;
  #taken: string | null = null;
  #seen: string | null = null;
  /** Which file could not be taken though nothing is wrong with it, and since when. */
  #hindered: { state: string | null; at: number } | null = null;
  #hasRows = false;
  #taking: Promise<void> = Promise.resolve();
  #first: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  readonly #ending = new AbortController();

  constructor(options: KeptDatasetOptions) {
    this.#options = options;
  }

  /** Does not wait for the rows; whoever asks does. */
  async start(): Promise<void> {
    this.#first = this.#taking = this.#take(await stateOf(this.#options.config.file));
    this.#lookLater();
  }

  /** Resolves when the file was read for the first time since the start, or could not be; whether there are rows. */
  async ready(): Promise<boolean> {
    await this.#first;
    return this.#hasRows;
  }

  /** Breaks off an import that goes on: whoever reads the file next begins it anew. */
  async close(): Promise<void> {
    this.#ending.abort();
    clearTimeout(this.#timer);
    await this.#taking;
  }

  get #isClosed(): boolean {
    return this.#ending.signal.aborted;
  }

  #lookLater(): void {
    this.#timer = setTimeout(() => {
      void this.#look().finally(() => {
        if (!this.#isClosed) this.#lookLater();
      });
    }, LOOK_MS).unref();
  }

  async #look(): Promise<void> {
    const state = await stateOf(this.#options.config.file);
    const stoodStill = state === this.#seen;
    this.#seen = state;
    if (state === null || state === this.#taken || !stoodStill || this.#isClosed) return;
    const hindered = this.#hindered;
    // However the clock is set meanwhile.
    if (hindered?.state === state && Math.abs(this.#options.now() - hindered.at) < REST_MS) return;
    this.#taking = this.#take(state);
    await this.#taking;
  }

  async #take(state: string | null): Promise<void> {
    const { name, config, store, log, now } = this.#options;
    this.#taken = state;
    this.#hindered = null;
    try {
      // Those of before a restart, too.
      this.#hasRows ||= await isImported(name, config, store);
      const report = await importDataset(name, config, store, this.#ending.signal);
      this.#hasRows = true;
      this.trouble = null;
      if (report) log.info({ source: name, ...report }, 'a dataset was imported');
    } catch (error) {
      if (this.#isClosed) return;
      const stays = error instanceof FaultyFileError;
      if (!stays) this.#taken = null;
      if (!stays && !(error instanceof FileChangedError)) this.#hindered = { state, at: now() };
      const file = basename(config.file);
      const which = this.#hasRows
        ? `its changed file ${file} could not be imported, the rows of before answer`
        : `its file ${file} could not be imported`;
      this.trouble = { at: now(), message: `${which}: ${reasonOf(error).slice(0, 300)}` };
      const outlook = stays ? '' : '; it is tried again';
      log.error({ source: name, reason: reasonOf(error) }, `a dataset could not be imported${outlook}`);
    }
  }
}
