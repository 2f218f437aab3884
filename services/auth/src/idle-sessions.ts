import { idleSubject, reasonOf, Rounds } from '@numscope/platform';
import type { AuthContext } from './deps.ts';

/** How many are ended before it is looked anew. */
const BATCH = 200;
/** Gateways tell of uses this often. Twice as long a login, and a start, waits for what they know before it ends anything. */
const LOOK_MS = 15_000;

/**
 * Ends logins that nobody has used for as long as the setting says. What gateways tell of uses comes late by some
 * seconds, so the end does too: within a minute.
 */
export class IdleSessions {
  readonly #deps: AuthContext;
  readonly #rounds: Rounds;
  readonly #lookMs: number;
  #first: NodeJS.Timeout | undefined;

  constructor(deps: AuthContext, lookMs = LOOK_MS) {
    this.#deps = deps;
    this.#lookMs = lookMs;
    this.#rounds = new Rounds(() => this.#look());
  }

  start(): void {
    if (this.#deps.settings.idleMs === null) return;
    this.#first = setTimeout(() => this.#rounds.wake(), 2 * this.#lookMs).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#first);
    await this.#rounds.close();
  }

  async #look(): Promise<number> {
    const { kit } = this.#deps;
    try {
      return (await this.#endBatch()) === BATCH ? 0 : this.#lookMs;
    } catch (error) {
      kit.log.warn({ reason: reasonOf(error) }, 'unused logins could not be ended');
      return this.#lookMs;
    }
  }

  async #endBatch(): Promise<number> {
    const { store, kit, revocations, news, settings } = this.#deps;
    if (settings.idleMs === null) return 0;
    const now = kit.clock.now();
    // Uses that gateways are about to tell of do not stand there yet.
    const idle = await store.idleSessions(now - settings.idleMs - 2 * this.#lookMs, BATCH);
    let sessions = 0;
    for (const { id, createdAt, seenAt } of idle) {
      const ended = { userName: idleSubject(id), notBefore: Math.max(now, createdAt), keepIssuedAt: null };
      if (!(await store.removeUnused({ id, seenAt }, ended, now))) continue;
      revocations.revoke(ended.userName, ended.notBefore);
      sessions++;
    }
    if (sessions > 0) {
      news.tell();
      kit.log.info({ sessions }, 'logins were ended that nobody had used');
    }
    return idle.length;
  }
}
