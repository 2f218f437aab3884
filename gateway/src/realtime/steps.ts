import { type Call, calls } from '@numscope/contracts';
import type { ClientSockets } from './client-sockets.ts';

/** What takes long of what comes in by a call, and what it is called. */
const longCalls: ReadonlyMap<Call, string> = new Map<Call, string>([
  [calls.createJobFromFile, 'Reading a file of phones'],
  [calls.importProfiles, 'Importing profiles'],
]);

/** What is over sooner needs no progress. */
const GOES_ON_MS = 2000;

/** Tells whoever reads profiles how long steps go on: that they begin, that they still do, and that they are over. */
export class Steps {
  readonly #sockets: ClientSockets;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(sockets: ClientSockets) {
    this.#sockets = sockets;
  }

  /** The name of the step that a call is; undefined where it takes not long. */
  static of(call: Call): string | undefined {
    return longCalls.get(call);
  }

  /** @returns to be called at its end */
  begin(step: string): () => void {
    this.#tell(step, 'started');
    const timer = setInterval(() => this.#tell(step, 'in progress'), GOES_ON_MS).unref();
    this.#timers.add(timer);
    return () => {
      if (!this.#timers.delete(timer)) return;
      clearInterval(timer);
      this.#tell(step, 'completed');
    };
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers.clear();
  }

  #tell(step: string, state: 'started' | 'in progress' | 'completed'): void {
    if (this.#sockets.isHeard('step')) void this.#sockets.send({ type: 'step', at: Date.now(), data: { step, state } });
  }
}
