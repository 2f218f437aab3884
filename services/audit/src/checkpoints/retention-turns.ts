import { limits } from '@numscope/contracts';
import { reasonOf, Rounds } from '@numscope/platform';
import pLimit from 'p-limit';
import type { AuditContext } from '../deps.ts';
import { finishCut } from './finish-cut.ts';
import { type Cut, cutTrail, dropOld, planCut } from './keep-to-retention.ts';

const HOUR_MS = 3_600_000;

/**
 * The shorter of the operator's setting and of what is set on the page, for no less than that can be set there: who
 * writes the store sets no other. Null: for good.
 */
export function shorter(setting: number | null, onPage: number | null): number | null {
  const set = onPage === null ? null : Math.max(onPage, limits.auditRetentionDays);
  return setting === null || set === null ? (setting ?? set) : Math.min(setting, set);
}

/**
 * Once a day, by one instance, removes what the retention has over; after each start what an earlier turn left half
 * done. What administrators set goes besides, when it is asked for.
 */
export class RetentionTurns {
  readonly #context: AuditContext;
  readonly #rounds: Rounds;
  readonly #oneAtATime = pLimit(1);
  #closed = false;
  /** The day whose turn came to nothing and is not given back yet. */
  #undone: string | null = null;

  constructor(context: AuditContext) {
    this.#context = context;
    this.#rounds = new Rounds(() => this.#round());
  }

  start(): void {
    this.#rounds.wake();
  }

  /**
   * Removes now what is older than what is set, by the shorter of both.
   * @throws Error when what is to go could not be read or removed
   */
  act(): Promise<void> {
    return this.#oneAtATime(async () => {
      const { store, settings } = this.#context;
      const days = shorter(settings.retentionDays, await store.retentionDays());
      const cut = await this.#plan(days);
      if (cut && days !== null) await this.#carryOut(cut, days);
      // Also what is left of a cut whose caller has lost its answer, before this one is told that it is gone.
      await dropOld(store, () => this.#closed);
    });
  }

  close(): Promise<void> {
    this.#closed = true;
    return this.#rounds.close();
  }

  async #round(): Promise<number> {
    const { kit, store, signer } = this.#context;
    try {
      await this.#oneAtATime(() => finishCut(store, signer.keys, kit.log));
      await dropOld(store, () => this.#closed);
      await this.#oneAtATime(() => this.#cut());
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
    const { kit, store, settings } = this.#context;
    const days = settings.retentionDays;
    const day = new Date(kit.clock.now()).toISOString().slice(0, 10);
    await this.#giveBack();
    const cut = await this.#plan(days);
    if (!cut || days === null || !(await store.takeTurn(day))) return;
    try {
      await this.#carryOut(cut, days);
    } catch (error) {
      this.#undone = day;
      // Often what failed is the store: then the next round gives it back.
      await this.#giveBack().catch(() => undefined);
      throw error;
    }
  }

  async #plan(days: number | null): Promise<Cut | null> {
    const { kit, store, signer } = this.#context;
    const { cut, refusal } = await planCut(store, signer.keys, days, kit.clock.now());
    if (refusal !== null) kit.log.error({ reason: refusal }, 'old entries of the audit trail are not removed');
    return cut;
  }

  async #giveBack(): Promise<void> {
    if (this.#undone === null) return;
    await this.#context.store.returnTurn(this.#undone);
    this.#undone = null;
  }

  async #carryOut(cut: Cut, days: number): Promise<void> {
    const { kit, store, bus, checkpointer } = this.#context;
    const parts = { store, bus, log: kit.log, checkpointer };
    if (await cutTrail(cut, days, parts, kit.clock.now())) await dropOld(store, () => this.#closed);
  }
}
