import { type FaceIndex, type FaceVector, type Logger, reasonOf } from '@numscope/platform';
import { openWorkerStore, type RemoteStore } from '../../sqlite/index.ts';
import type { FaceIndexOptions } from './face-index-store.ts';

type Store = RemoteStore<typeof import('./face-index-store.ts')>;

export interface EmbeddedFaceIndexOptions extends FaceIndexOptions {
  log: Logger;
  /** How often it is looked whether there is something to save, in milliseconds. */
  saveEveryMs?: number;
}

/**
 * A save holds up searches for as long as it takes to write the file, so it waits until a part of all has changed, or
 * for this many looks: by then what was removed is out of the file too.
 */
const SAVE_EVERY_MS = 60_000;
const PATIENT_LOOKS = 10;
const WORTH_SAVING = 0.1;
/** Of vectors added at once: a search waits no longer than for these. */
const ADDED_AT_ONCE = 16;

class EmbeddedFaceIndex implements FaceIndex {
  readonly #store: Store;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #looks = 0;

  constructor(store: Store, log: Logger, saveEveryMs: number) {
    this.#store = store;
    this.#log = log;
    this.#timer = setInterval(() => void this.#look(), saveEveryMs).unref();
  }

  async add(faces: readonly FaceVector[]): Promise<void> {
    for (let at = 0; at < faces.length; at += ADDED_AT_ONCE) await this.#store.add(faces.slice(at, at + ADDED_AT_ONCE));
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += ADDED_AT_ONCE) await this.#store.remove(ids.slice(at, at + ADDED_AT_ONCE));
  }

  near = (vector: Float32Array, count: number) => this.#store.near(vector, count);
  missing = (ids: readonly string[]) => this.#store.missing(ids);
  idsAfter = (after: string, limit: number) => this.#store.idsAfter(after, limit);
  behindSince = () => this.#store.behindSince();
  size = () => this.#store.size();
  clear = () => this.#store.clear();
  check = () => this.#store.check();

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#save();
    await this.#store.close();
  }

  async #look(): Promise<void> {
    const [changes, size] = await Promise.all([this.#store.changes(), this.#store.size()]).catch(() => [0, 0]);
    this.#looks = changes === 0 ? 0 : this.#looks + 1;
    if (changes > size * WORTH_SAVING || this.#looks >= PATIENT_LOOKS) await this.#save();
  }

  async #save(): Promise<void> {
    try {
      if ((await this.#store.changes()) === 0) return;
      await this.#store.save();
      this.#looks = 0;
    } catch (error) {
      this.#log.warn(
        { reason: reasonOf(error) },
        'vectors of faces could not be saved; the next start makes them anew',
      );
    }
  }
}

/** Opens the vectors of faces in a folder. What is damaged, or of another model, is dropped. */
export async function openEmbeddedFaceIndex({
  log,
  saveEveryMs = SAVE_EVERY_MS,
  ...options
}: EmbeddedFaceIndexOptions): Promise<FaceIndex> {
  const store = await openWorkerStore<typeof import('./face-index-store.ts')>({
    module: new URL('./face-index-store.ts', import.meta.url),
    options,
  });
  return new EmbeddedFaceIndex(store, log, saveEveryMs);
}
