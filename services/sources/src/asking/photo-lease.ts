import { type Clock, type Logger, reasonOf } from '@numscope/platform';
import type { DuePhotos, DuePhotoStore } from '../store/due-photos.port.ts';

/**
 * After this much silence what an instance took is somebody else's. Clocks of instances are compared: they must agree to
 * the half of it.
 */
export const LEASE_MS = 60_000;
/** Some may fail before anybody else takes over. */
const RENEW_MS = 10_000;

export interface PhotoLeaseParts {
  store: Pick<DuePhotoStore, 'takeDuePhotos' | 'renewDuePhotos'>;
  clock: Clock;
  log: Logger;
  /** How often it is renewed, in milliseconds of real time. */
  renewMs?: number;
}

/** Photos that are due, which are this instance's alone as long as it goes on saying so. */
export class PhotoLease {
  readonly due: readonly DuePhotos[];
  readonly #parts: PhotoLeaseParts;
  readonly #open: Set<string>;
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;
  #until: number;

  private constructor(parts: PhotoLeaseParts, due: readonly DuePhotos[], until: number) {
    this.#parts = parts;
    this.due = due;
    this.#until = until;
    this.#open = new Set(due.map(({ id }) => id));
    if (due.length > 0) this.#renewLater();
  }

  /** Takes some; of none where nothing is due. */
  static async take(parts: PhotoLeaseParts, limit: number): Promise<PhotoLease> {
    const now = parts.clock.now();
    const due = await parts.store.takeDuePhotos(now, now + LEASE_MS, limit);
    return new PhotoLease(parts, due, now + LEASE_MS);
  }

  /** Whether nobody else may have taken it meanwhile. */
  holds({ id }: Pick<DuePhotos, 'id'>): boolean {
    return this.#open.has(id) && this.#parts.clock.now() < this.#until;
  }

  /** What becomes of it is told from here on. */
  settle({ id }: Pick<DuePhotos, 'id'>): void {
    this.#open.delete(id);
  }

  /** Renews nothing any more: what is not settled is due again when it runs out. */
  end(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
  }

  /** One after the other: each says until when the one before was. */
  #renewLater(): void {
    this.#timer = setTimeout(() => {
      void this.#renew().finally(() => {
        if (!this.#isEnded) this.#renewLater();
      });
    }, this.#parts.renewMs ?? RENEW_MS).unref();
  }

  async #renew(): Promise<void> {
    const { store, clock, log } = this.#parts;
    const asked = [...this.#open];
    const until = clock.now() + LEASE_MS;
    if (asked.length === 0 || until === this.#until) return;
    try {
      const kept = new Set(await store.renewDuePhotos(asked, this.#until, until));
      for (const id of asked) if (!kept.has(id)) this.#open.delete(id);
      this.#until = until;
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'photos that are tried again could not be kept from other instances');
    }
  }
}
