import { calls, type SourceInfo } from '@numscope/contracts';
import { type Logger, reasonOf, type ServiceClient } from '@numscope/platform';
import type { ClientSockets } from './client-sockets.ts';
import { isTold, sourceChanged } from './notices.ts';

/** How often the states of sources are asked for, while an administrator listens. */
const LOOK_MS = 5000;

/** Tells administrators when a source begins to need a person, or answers again. */
export class SourceFeed {
  readonly #client: ServiceClient;
  readonly #sockets: ClientSockets;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  /** What was told last of each source; null before the first look. */
  #told: Map<string, SourceInfo['state']> | null = null;
  #looking: Promise<void> | undefined;

  constructor(client: ServiceClient, sockets: ClientSockets, log: Logger, lookMs = LOOK_MS) {
    this.#client = client;
    this.#sockets = sockets;
    this.#log = log;
    this.#timer = setInterval(() => this.#plan(), lookMs).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  #plan(): void {
    // What happened while nobody listened is on the screen of whoever comes.
    if (!this.#sockets.isHeard('notification about sources')) {
      this.#told = null;
      return;
    }
    this.#looking ??= this.#look()
      .catch((error: unknown) => {
        this.#log.warn({ reason: reasonOf(error) }, 'the open websockets could not be told about sources');
      })
      .finally(() => {
        this.#looking = undefined;
      });
  }

  async #look(): Promise<void> {
    const sources = await this.#client.call(calls.listSources, {});
    const before = this.#told;
    const told = new Map(before);
    this.#told = told;
    for (const source of sources) {
      // A breaker that tries again may be open again in a moment.
      if (!isTold(source) || told.get(source.name) === source.state) continue;
      const known = told.has(source.name);
      told.set(source.name, source.state);
      const data = before && known ? sourceChanged(source) : null;
      if (data) await this.#sockets.notify('sources', data);
    }
  }
}
