import { closePlace, openPlace, type Place, WorkerThread } from '../../sqlite/index.ts';
import { type SetsLink, setsLink } from './sets-link.ts';

/** How long what was made stays without being of use, in milliseconds. */
const IDLE_MS = 1_800_000;

/**
 * The thread that makes sets for all who read an index. It is there from when they first miss some until these have
 * been of no use for half an hour, and so are the sets.
 */
export class SetsThread {
  readonly #path: string;
  readonly #link: SetsLink;
  readonly #idleMs: number;
  #opening: Promise<Place | undefined> | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** @param path the file of the index, which must be there before anybody misses a set */
  constructor(path: string, idleMs = IDLE_MS) {
    this.#path = path;
    this.#idleMs = idleMs;
    this.#link = setsLink(path);
    this.#link.hear(({ kind }) => {
      if (kind === 'missed') this.#begin();
      else if (kind === 'used') this.#idle?.refresh();
    });
  }

  async close(): Promise<void> {
    this.#link.close();
    await this.#end();
  }

  #begin(): void {
    this.#idle ??= setTimeout(() => void this.#rest(), this.#idleMs).unref();
    this.#idle.refresh();
    this.#opening ??= this.#open();
  }

  /** Where it cannot be begun, or ends of itself, it is begun again when sets are missed next. */
  #open(): Promise<Place | undefined> {
    const again = (): undefined => void (this.#opening = undefined);
    const module = new URL('./sets-store.ts', import.meta.url);
    const opened = { module, options: { path: this.#path }, onLost: again };
    return openPlace(WorkerThread.named(undefined), opened, 'reader').catch(again);
  }

  async #rest(): Promise<void> {
    await this.#end();
    // Unless another has begun meanwhile, which says what there is.
    if (!this.#opening) this.#link.say({ kind: 'nothing' });
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    this.#idle = undefined;
    const place = await this.#opening;
    this.#opening = undefined;
    if (place) await closePlace(place);
  }
}
