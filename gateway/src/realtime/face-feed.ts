import { calls } from '@numscope/contracts';
import { type Logger, reasonOf, Rounds, type ServiceClient } from '@numscope/platform';
import type { ClientSockets } from './client-sockets.ts';
import type { Steps } from './steps.ts';

/** How often the queue of pictures is asked for, while some wait and somebody listens. */
const LOOK_MS = 3000;
/** What is told of waiting pictures is some seconds old: before then a picture that has just come may not be among them. */
const QUIET_MS = 4000;

/**
 * Tells whoever hears of long steps while pictures are looked at for faces: from the first event of a picture until none
 * waits, however short that is.
 */
export class FaceFeed {
  readonly #client: ServiceClient;
  readonly #sockets: Pick<ClientSockets, 'isHeard'>;
  readonly #steps: Pick<Steps, 'begin'>;
  readonly #log: Logger;
  readonly #rounds: Rounds;
  #completed: (() => void) | undefined;
  #changedAt = -Infinity;
  /** Whether none waited when it was asked last, and no picture has come or was looked at since. */
  #isOver = false;

  constructor(
    client: ServiceClient,
    sockets: Pick<ClientSockets, 'isHeard'>,
    steps: Pick<Steps, 'begin'>,
    log: Logger,
    lookMs = LOOK_MS,
  ) {
    this.#client = client;
    this.#sockets = sockets;
    this.#steps = steps;
    this.#log = log;
    this.#rounds = new Rounds(async () => {
      if (!this.#sockets.isHeard('step')) this.#end(false);
      else if (!this.#isOver) await this.#look();
      return lookMs;
    });
    this.#rounds.wake();
  }

  /** A picture was stored, or looked at. */
  changed(): void {
    this.#changedAt = performance.now();
    this.#isOver = false;
    if (!this.#completed) this.#rounds.wake();
  }

  async close(): Promise<void> {
    await this.#rounds.close();
    this.#end(true);
  }

  async #look(): Promise<void> {
    try {
      const askedAt = performance.now();
      const { enabled, waiting } = await this.#client.call(calls.picturesWaiting, {});
      const isQuiet = performance.now() - this.#changedAt > QUIET_MS;
      if (!enabled || (waiting === 0 && isQuiet)) this.#end(this.#changedAt < askedAt);
      else this.#completed ??= this.#steps.begin('Face recognition');
    } catch (error) {
      this.#log.warn({ reason: reasonOf(error) }, 'the open websockets could not be told about faces');
    }
  }

  #end(isOver: boolean): void {
    this.#isOver = isOver;
    this.#completed?.();
    this.#completed = undefined;
  }
}
