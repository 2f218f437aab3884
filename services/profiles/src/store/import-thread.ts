import { openWorkerStore, type RemoteStore } from '@numscope/adapters/sqlite';
import { apiError } from '@numscope/contracts';
import { TransientError } from '@numscope/platform/transient-error';
import type { Unreadable } from './import-reader.ts';

type Reader = RemoteStore<typeof import('./import-reader.ts')>;

/** What was read. @throws ApiError INVALID_DATA, FILE_PARSING with details by row */
export function readable<T extends object>(read: T | Unreadable): T {
  if (!('isUndecodable' in read)) return read;
  throw apiError(read.isUndecodable ? 'FILE_PARSING' : 'INVALID_DATA', { details: read.faults });
}

/**
 * The thread that reads imports, begun with the first of them, because most processes never see any; and begun anew
 * where it ended by itself, as when a file takes more memory than it may have.
 */
export class ImportThread {
  #reader: Promise<Reader> | undefined;
  #isClosed = false;

  async reader(): Promise<Reader> {
    const known = this.#reader;
    const reader = await known?.catch(() => undefined);
    if (this.#isClosed) throw new TransientError('no import is read any more');
    if (reader && !reader.hasEnded) return reader;
    // Who asked at the same time may have begun it.
    if (this.#reader === known)
      this.#reader = openWorkerStore<typeof import('./import-reader.ts')>({
        module: new URL('./import-reader.ts', import.meta.url),
        options: undefined,
        // Imports alone are broken off by that, and the next begins it anew.
        onLost: () => undefined,
      });
    return this.#reader ?? this.reader();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#reader?.catch(() => undefined))?.close();
  }
}
