import { existsSync } from 'node:fs';
import { type FaceIndex, type FaceRecords, type FaceVector, type Logger, reasonOf } from '@numscope/platform';
import { openWorkerStore, type RemoteStore } from '../../sqlite/index.ts';
import type { FaceIndexOptions } from './face-index-store.ts';
import { mendReach } from './mend-reach.ts';

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
/** Vectors added at once: a search waits for no more than these. */
const ADDED_AT_ONCE = 16;

/** Its thread and its memory are there from the first face on: many an installation never has one. */
class EmbeddedFaceIndex implements FaceIndex {
  readonly #open: () => Promise<Store>;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #opened: Promise<Store> | undefined;
  #looks = 0;

  constructor(open: () => Promise<Store>, log: Logger, saveEveryMs: number) {
    this.#open = open;
    this.#log = log;
    this.#timer = setInterval(() => void this.#look(), saveEveryMs).unref();
  }

  /** Opens it if it is not; one that could not be opened is tried again by the next call. */
  open(): Promise<Store> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async add(faces: readonly FaceVector[]): Promise<void> {
    if (faces.length === 0) return;
    const store = await this.open();
    for (let at = 0; at < faces.length; at += ADDED_AT_ONCE) await store.add(faces.slice(at, at + ADDED_AT_ONCE));
  }

  async remove(ids: readonly string[]): Promise<void> {
    const store = await this.#opened;
    for (let at = 0; at < ids.length; at += ADDED_AT_ONCE) await store?.remove(ids.slice(at, at + ADDED_AT_ONCE));
  }

  near = async (vector: Float32Array, count: number) => (await this.#opened)?.near(vector, count) ?? [];
  missing = async (ids: readonly string[]) => (await this.#opened)?.missing(ids) ?? [...ids];
  idsAfter = async (after: string, limit: number) => (await this.#opened)?.idsAfter(after, limit) ?? [];
  /** Nobody else has its files. */
  identity = async () => 'embedded';
  behindSince = async () => (await this.#opened)?.behindSince() ?? 0;
  size = async () => (await this.#opened)?.size() ?? 0;
  /** It is one part. */
  join = async () => 0;
  scrub = async () => (await this.#opened)?.scrub();
  check = async () => (await this.#opened)?.check();

  async mend(records: FaceRecords, signal: AbortSignal): Promise<number> {
    const store = await this.#opened;
    if (!store || !(await store.worn())) return 0;
    const unmended = await store.unmended();
    const renewed = await mendReach(store, records, signal);
    if (!signal.aborted) await store.mended(unmended);
    return renewed;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    const store = await this.#opened?.catch(() => undefined);
    if (!store) return;
    await this.#save(store);
    await store.close();
  }

  async #look(): Promise<void> {
    const store = await this.#opened?.catch(() => undefined);
    if (!store) return;
    const [changes, size] = await Promise.all([store.changes(), store.size()]).catch(() => [0, 0]);
    this.#looks = changes === 0 ? 0 : this.#looks + 1;
    if (changes > size * WORTH_SAVING || this.#looks >= PATIENT_LOOKS) await this.#save(store);
  }

  async #save(store: Store): Promise<void> {
    try {
      if ((await store.changes()) === 0) return;
      await store.save();
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
  const open = (): Promise<Store> =>
    openWorkerStore<typeof import('./face-index-store.ts')>({
      module: new URL('./face-index-store.ts', import.meta.url),
      options,
    });
  const index = new EmbeddedFaceIndex(open, log, saveEveryMs);
  if (existsSync(options.folder)) await index.open();
  return index;
}
