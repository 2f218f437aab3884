import { calls } from '@numscope/contracts';
import { type Logger, reasonOf, Rounds, type ServiceClient } from '@numscope/platform';
import type { ClientSockets } from './client-sockets.ts';
import type { Steps } from './steps.ts';

/** So often it is asked whether pictures wait to be looked at, while somebody listens. */
const LOOK_MS = 3000;
/** What is told of waiting pictures is some seconds old: before then a picture that has just come may not be among them. */
const QUIET_MS = 4000;

/**
 * Tells whoever hears of long steps while pictures are looked at for faces: from the first event of a picture until none
 * waits, however short that is.
 */
export class FaceFeed {
  readonly #client: ServiceClient;
  readonly #sockets: ClientSockets;
  readonly #steps: Steps;
  readonly #log: Logger;
  readonly #rounds: Rounds;
  #completed: (() => void) | undefined;
  #changedAt = -Infinity;

  constructor(client: ServiceClient, sockets: ClientSockets, steps: Steps, log: Logger, lookMs = LOOK_MS) {
    this.#client = client;
    this.#sockets = sockets;
    this.#steps = steps;
    this.#log = log;
    this.#rounds = new Rounds(async () => {
      if (this.#sockets.isHeard('step')) await this.#look();
      else this.#end();
      return lookMs;
    });
    this.#rounds.wake();
  }

  /** A picture was stored, or looked at. */
  changed(): void {
    this.#changedAt = performance.now();
    if (!this.#completed) this.#rounds.wake();
  }

  async close(): Promise<void> {
    await this.#rounds.close();
    this.#end();
  }

  async #look(): Promise<void> {
    try {
      const { enabled, pictures } = await this.#client.call(calls.facesState, {});
      const isQuiet = performance.now() - this.#changedAt > QUIET_MS;
      if (!enabled || (pictures.waiting === 0 && isQuiet)) this.#end();
      else this.#completed ??= this.#steps.begin('Face recognition');
    } catch (error) {
      this.#log.warn({ reason: reasonOf(error) }, 'the open websockets could not be told about faces');
    }
  }

  #end(): void {
    this.#completed?.();
    this.#completed = undefined;
  }
}
