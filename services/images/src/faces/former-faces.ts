import { reasonOf, Rounds, type ServiceKit } from '@numscope/platform';
import type { ImagesContext } from '../deps.ts';
import type { FaceStore } from './face-store.port.ts';

const PART = 500;
const RETRY_MS = 5000;
/** Processes of before go on with what they do until they have ended, minutes after the first new one has begun. */
const LOOK_MS = 60_000;

interface Cleaned extends Pick<ImagesContext, 'encoder' | 'dropFormerVectors'> {
  store: { faces: Pick<FaceStore, 'dropOthers' | 'needsScrub'>; scrub(): Promise<void> };
  kit: Pick<ServiceKit, 'log'>;
}

/**
 * Removes vectors of models that are not in use any more, and where faces are turned off all that was seen: at the start,
 * and again as long as a process with the settings of before may write some.
 */
export class FormerFaces {
  readonly #context: Cleaned;
  readonly #stop = new AbortController();
  readonly #rounds = new Rounds(() => this.#round());

  constructor(context: Cleaned) {
    this.#context = context;
  }

  start(): void {
    this.#rounds.wake();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#rounds.close();
  }

  async #round(): Promise<number> {
    const { encoder, kit, dropFormerVectors } = this.#context;
    try {
      if (encoder === null) await this.#dropSeen();
      await dropFormerVectors?.();
      return LOOK_MS;
    } catch (error) {
      kit.log.warn({ reason: reasonOf(error) }, 'faces could not be removed yet; tried again');
      return RETRY_MS;
    }
  }

  /** Works in parts, so that nothing waits for it long; what is removed is overwritten in place. */
  async #dropSeen(): Promise<void> {
    const { store } = this.#context;
    for (let dropped = PART; dropped === PART;) {
      if (this.#stop.signal.aborted) return;
      dropped = await store.faces.dropOthers(null, PART);
    }
    // Also what a start before removed, and ended before it was overwritten.
    if (await store.faces.needsScrub()) await store.scrub();
  }
}
