import { reasonOf, Rounds } from '@numscope/platform';
import type { AuditContext } from '../deps.ts';
import { cutTrail, dropOld, planCut } from './keep-to-retention.ts';

const HOUR_MS = 3_600_000;

/**
 * Once a day, by one instance, removes what the retention has over; after each start what an earlier turn left half
 * done.
 */
export class RetentionTurns {
  readonly #context: AuditContext;
  readonly #rounds: Rounds;
  #closed = false;

  constructor(context: AuditContext) {
    this.#context = context;
    this.#rounds = new Rounds(() => this.#round());
  }

  start(): void {
    this.#rounds.wake();
  }

  close(): Promise<void> {
    this.#closed = true;
    return this.#rounds.close();
  }

  async #round(): Promise<number> {
    const { kit, store } = this.#context;
    try {
      await dropOld(store, () => this.#closed);
      await this.#cut();
    } catch (error) {
      if (!this.#closed)
        kit.log.warn(
          { reason: reasonOf(error) },
          'old entries of the audit trail could not be removed; tried again in an hour',
        );
    }
    return HOUR_MS;
  }

  async #cut(): Promise<void> {
    const { kit, store, bus, signer, checkpointer, settings } = this.#context;
    const days = settings.retentionDays;
    const now = kit.clock.now();
    const cut = await planCut(store, signer.keys, days, now);
    if (!cut || days === null || !(await store.takeTurn(new Date(now).toISOString().slice(0, 10)))) return;
    if (await cutTrail(cut, days, { store, bus, log: kit.log, checkpointer }, now))
      await dropOld(store, () => this.#closed);
  }
}
