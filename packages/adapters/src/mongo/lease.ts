import { setTimeout as pause } from 'node:timers/promises';
import { type Logger, newId, reasonOf } from '@numscope/platform';
import type { Collection, Connection } from 'mongoose';
import { isDuplicateKey } from './connection.ts';

interface LeaseDocument {
  _id: string;
  holder: string;
  until: Date;
  /** Grows whenever somebody asked who did not get it; absent while nobody did. */
  asked?: number;
}

export interface LeaseOptions {
  name: string;
  log: Logger;
  /** Told when this process gets the lease. */
  onTaken?(): void;
}

/** Much less than the ten seconds in which another must have taken over. */
const TTL_MS = 6000;
const RENEW_MS = 2000;
/**
 * After so long without a sign of another instance nobody else is there, and what one left behind has been found by
 * looks that are not rare (`Journal`). Who asks for a lease does so at every turn.
 */
export const COMPANY_MS = 12_000;
/** A holder that lives has renewed it by then, and so heard of whoever asked before. */
const HEARD_WITHIN_MS = RENEW_MS + 1000;
const HEARD_LOOK_MS = 100;

/**
 * Whatever one instance of a service does for all, by turns: a document that the holder renews, and that anybody may
 * take once it is over. Times are compared by this machine's clock, so clocks must agree to a second or two. It saves
 * double work; that nothing happens twice is for guards in the documents themselves, because a holder that was stopped
 * for a while learns too late that it is none.
 */
export class Lease {
  readonly #documents: Collection<LeaseDocument>;
  readonly #options: LeaseOptions;
  readonly #holder = newId();
  #heldUntil = 0;
  #asked = 0;
  /** By the monotonic clock. */
  #companyUntil = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<void> | undefined;
  #closed = false;

  constructor(connection: Connection, options: LeaseOptions) {
    this.#documents = connection.collection<LeaseDocument>('leases');
    this.#options = options;
  }

  /** Asks for it for the first time, and goes on asking or renewing until closed. */
  async start(): Promise<void> {
    await this.#turn();
  }

  get isHeld(): boolean {
    return Date.now() < this.#heldUntil;
  }

  /**
   * Whether this process holds it and nobody else wants it: then nothing of what the others would leave needs to be
   * looked for often. Another one that has just come is heard of at the next renewal, in two seconds at most; `heard`
   * tells it when.
   */
  get isAlone(): boolean {
    return this.isHeld && performance.now() > this.#companyUntil;
  }

  /** Resolves once whoever holds it knows of this process, or when it is told by its silence that it has died. */
  async heard(): Promise<void> {
    const { name } = this.#options;
    const until = performance.now() + HEARD_WITHIN_MS;
    let renewed: number | undefined;
    while (!this.isHeld && !this.#closed && performance.now() < until) {
      const known = await this.#documents.findOne({ _id: name }, { projection: { until: 1 } }).catch(() => null);
      renewed ??= known?.until.getTime();
      if (known && known.until.getTime() !== renewed) return;
      await pause(HEARD_LOOK_MS, undefined, { ref: false });
    }
  }

  /** Lets go of it, so that another takes it at once. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#renewing;
    this.#heldUntil = 0;
    await this.#documents
      .deleteOne({ _id: this.#options.name, holder: this.#holder })
      .catch((error: unknown) =>
        this.#options.log.warn({ reason: reasonOf(error) }, 'a lease was not given back; it runs out by itself'),
      );
  }

  async #turn(): Promise<void> {
    this.#renewing = this.#renew();
    await this.#renewing;
    if (!this.#closed) this.#timer = setTimeout(() => void this.#turn(), RENEW_MS).unref();
  }

  async #renew(): Promise<void> {
    const { name, log, onTaken } = this.#options;
    const now = Date.now();
    const was = this.isHeld;
    try {
      if (await this.#take(name, now)) {
        // Counted from before the call, so that we stop believing in it before anybody else may take it.
        this.#heldUntil = now + TTL_MS - RENEW_MS;
        if (!was) onTaken?.();
      } else {
        this.#heldUntil = 0;
        await this.#documents.updateOne({ _id: name }, { $inc: { asked: 1 } });
      }
    } catch (error) {
      log.warn({ lease: name, reason: reasonOf(error) }, 'a lease could not be asked for');
    }
  }

  /** One atomic step: ours already, or over, or new. */
  async #take(name: string, now: number): Promise<boolean> {
    try {
      const taken = await this.#documents.findOneAndUpdate(
        { _id: name, $or: [{ holder: this.#holder }, { until: { $lt: new Date(now) } }] },
        { $set: { holder: this.#holder, until: new Date(now + TTL_MS) } },
        { upsert: true, returnDocument: 'after', projection: { asked: 1 } },
      );
      this.#hear(taken?.asked ?? 0);
      return taken !== null;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Whoever has just got it knows of nobody; others have asked again by the time that it believes to be alone. */
  #hear(asked: number): void {
    if (this.isHeld && asked === this.#asked) return;
    this.#asked = asked;
    this.#companyUntil = performance.now() + COMPANY_MS;
  }
}
