import { reasonOf, Rounds } from '@numscope/platform';
import type { ProfilesDeps } from '../deps.ts';
import type { IndexKeeper } from './index-keeper.ts';

const WATCH_MS = 5000;

/**
 * Puts in what counts, part by part beside the daily work: what was imported here, and what a process left that is gone.
 * An import that counts is never given up: what could not be done now is tried again.
 */
export class ImportApplier {
  readonly #deps: Pick<ProfilesDeps, 'store' | 'kit'>;
  readonly #keeper: IndexKeeper;
  readonly #running = new Map<string, Promise<void>>();
  readonly #looks = new Rounds(() => this.#look());
  #closed = false;

  constructor(deps: Pick<ProfilesDeps, 'store' | 'kit'>, keeper: IndexKeeper) {
    this.#deps = deps;
    this.#keeper = keeper;
  }

  /** Resolves when all of it is in and found by searches. Rejects when it could not go on now; it will. */
  run(id: string): Promise<void> {
    const running = this.#running.get(id) ?? this.#apply(id).finally(() => this.#running.delete(id));
    this.#running.set(id, running);
    return running;
  }

  /** Takes up what nobody is at, now and from now on. */
  watch(): void {
    this.#looks.wake();
  }

  /** What is not in yet is left for the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled([this.#looks.close(), ...this.#running.values()]);
  }

  async #look(): Promise<number> {
    const { store, kit } = this.#deps;
    try {
      for (const id of await store.importsToFinish()) {
        if (this.#closed) break;
        // An import that cannot be applied holds up no other.
        await this.run(id).catch((error: unknown) =>
          kit.log.warn({ import: id, reason: reasonOf(error) }, 'an import that counts waits'),
        );
      }
    } catch (error) {
      kit.log.warn({ reason: reasonOf(error) }, 'imports that count wait');
    }
    return WATCH_MS;
  }

  /** While one part goes to the index and is told of, the next one is put into the store; each step in their order. */
  async #apply(id: string): Promise<void> {
    let before = Promise.resolve();
    for (;;) {
      const { isLeft, done } = this.#applyPart(id, before);
      const wasLeft = await isLeft;
      await before;
      if (!wasLeft) break;
      if (this.#closed) {
        await done;
        throw new Error('the service is being closed; the import goes on with the next start');
      }
      before = done;
    }
    await this.#deps.store.finishImport(id);
  }

  /** @returns whether there was one left, known once it is in the store, and when it is found by searches */
  #applyPart(id: string, before: Promise<void>): { isLeft: Promise<boolean>; done: Promise<void> } {
    const { promise: isLeft, resolve, reject } = Promise.withResolvers<boolean>();
    const done = this.#keeper.change(async () => {
      const part = await this.#deps.store.applyImport(id);
      resolve(part !== null);
      await before;
      return part?.work ?? null;
    });
    done.catch(reject);
    return { isLeft, done };
  }
}
