import { openWorkerStore, type RemoteStore } from '@numscope/adapters/sqlite';

type Reader = RemoteStore<typeof import('./import-reader.ts')>;

/** The thread that reads imports, begun with the first of them, because most processes never see any. */
export class ImportThread {
  #reader: Promise<Reader> | undefined;

  reader(): Promise<Reader> {
    this.#reader ??= openWorkerStore<typeof import('./import-reader.ts')>({
      module: new URL('./import-reader.ts', import.meta.url),
      options: undefined,
    });
    return this.#reader;
  }

  async close(): Promise<void> {
    await (await this.#reader)?.close();
  }
}
