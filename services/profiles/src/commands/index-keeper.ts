import {
  type CommitId,
  type EventBus,
  type Logger,
  type OutboxRelay,
  RareLooks,
  reasonOf,
  type SearchIndex,
} from '@numscope/platform';
import type { ProfileStore } from '../store/profile-store.port.ts';
import type { IndexWork } from '../store/index-work.ts';
import { ReadWriteLock } from './read-write-lock.ts';
import { settleEntries } from './settle-entries.ts';

const OPEN_WORK_AT_ONCE = 4;
const RETRY_MS = 2000;
/** How often it is looked for work that others left, seldom while nobody else can have left any. With the time after which work counts as abandoned, another process has it within ten seconds. */
const WATCH_MS = 1500;
/** Larger work (an import) goes to the index in parts, so that preparing it holds up nobody. */
const UPSERTS_AT_ONCE = 1000;

/**
 * Keeps the order that everybody relies on: first the store has a change, then the index, then the world is told. What
 * was begun and not finished, by this process or one before it, is finished before anything new.
 */
export class IndexKeeper {
  readonly #store: ProfileStore;
  readonly #index: SearchIndex;
  readonly #bus: EventBus;
  readonly #relay: OutboxRelay;
  readonly #log: Logger;
  readonly #lock = new ReadWriteLock();
  readonly #rareLooks: RareLooks;
  #unfinished = true;
  /** What is being carried out: a look at what is abandoned may find it as well. */
  readonly #underWay = new Set<CommitId>();
  #retry: NodeJS.Timeout | undefined;
  #watch: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(store: ProfileStore, index: SearchIndex, bus: EventBus, relay: OutboxRelay, log: Logger) {
    this.#store = store;
    this.#index = index;
    this.#bus = bus;
    this.#relay = relay;
    this.#log = log;
    this.#rareLooks = new RareLooks(() => store.isAlone === true);
  }

  /**
   * Makes a change and carries it out, beside others of other phones. Rejects when the index does not take it; the
   * change is kept.
   */
  async change(make: () => Promise<IndexWork | null>): Promise<void> {
    if (this.#unfinished) await this.recover();
    await this.#lock.shared(async () => {
      const work = await make();
      if (work) await this.#carryOut(work);
    });
  }

  /**
   * Makes a removal while nothing else is under way, so that no late write brings the entry back. Resolves to whether
   * there was one.
   */
  remove(make: () => Promise<IndexWork | null>): Promise<boolean> {
    return this.#lock.exclusive(async () => {
      const work = await make();
      if (work === null) return false;
      try {
        await this.#carryOut(work);
      } catch (error) {
        // The profile is gone for good; only its entry in the index is left, and that hits nothing.
        this.#log.warn({ reason: reasonOf(error) }, 'an entry of the index could not be removed; it is tried again');
      }
      return true;
    });
  }

  /** Finishes what was begun. */
  recover(): Promise<void> {
    return this.#lock.exclusive(async () => {
      for (;;) {
        const open = await this.#store.openWork(OPEN_WORK_AT_ONCE);
        if (open.length === 0) break;
        for (const work of open) await this.#carryOut(work);
      }
      this.#unfinished = false;
    });
  }

  /** Finishes from now on what other processes began and left. */
  watch(): void {
    if (this.#closed) return;
    this.#watch = setTimeout(() => {
      if (!this.#rareLooks.isDue()) return this.watch();
      this.#lock
        .shared(() => this.#takeOver())
        .catch((error: unknown) =>
          this.#log.warn({ reason: reasonOf(error) }, 'what another process left unfinished waits'),
        )
        .finally(() => this.watch());
    }, WATCH_MS).unref();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#watch);
    clearTimeout(this.#retry);
  }

  async #takeOver(): Promise<void> {
    for (;;) {
      const abandoned = (await this.#store.abandonedWork(OPEN_WORK_AT_ONCE)).filter(
        ({ id }) => !this.#underWay.has(id),
      );
      if (abandoned.length === 0) return;
      for (const work of abandoned) await this.#carryOut(work);
    }
  }

  async #carryOut(work: IndexWork): Promise<void> {
    const { id, upserts, removals } = work;
    this.#underWay.add(id);
    try {
      for (let at = 0; at < upserts.length; at += UPSERTS_AT_ONCE)
        await this.#index.upsert(upserts.slice(at, at + UPSERTS_AT_ONCE));
      if (removals.length > 0) await this.#index.remove(removals);
      if (this.#index.isShared) await settleEntries(this.#store, this.#index, work);
      await this.#tell(work);
    } catch (error) {
      this.#unfinished = true;
      this.#retryLater();
      throw error;
    } finally {
      this.#underWay.delete(id);
    }
  }

  /**
   * By the straight way when the events are at hand and nothing older waits; else, and when the bus does not take them,
   * through the outbox.
   */
  async #tell({ id, events }: IndexWork): Promise<void> {
    if (events !== null && !this.#relay.isBehind) {
      try {
        await this.#bus.publishPacked(events);
        return await this.#store.forgetWork(id);
      } catch (error) {
        this.#log.warn({ reason: reasonOf(error) }, 'events wait: the bus or the store did not take them');
      }
    }
    await this.#store.finishWork(id);
    this.#relay.wake();
  }

  #retryLater(): void {
    if (this.#closed) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      this.recover().catch((error: unknown) =>
        this.#log.warn({ reason: reasonOf(error) }, 'the index still does not take what waits'),
      );
    }, RETRY_MS).unref();
  }
}
