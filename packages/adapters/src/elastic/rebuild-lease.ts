import type { Client } from '@elastic/elasticsearch';
import { newId } from '@numscope/platform';
import { asked, askedOnce, isFault, isNotFound } from './elastic-faults.ts';

const ID = 'rebuild';
/** Another may take over after this much silence. */
const TTL_MS = 8000;
const RENEW_MS = 2000;

interface Seen {
  holder: string;
  until: number;
  place: { if_seq_no: number; if_primary_term: number };
}

/**
 * Who builds the index anew, of all processes: a document in an index of its own. It only saves double work: what
 * becomes of a new index is decided by its aliases. Times are compared by each machine's clock.
 */
export class RebuildLease {
  readonly #client: Client;
  readonly #index: string;
  readonly #holder = newId();
  #until = 0;
  #timer: NodeJS.Timeout | undefined;
  #renewing: Promise<unknown> | undefined;
  #released = false;

  constructor(client: Client, index: string) {
    this.#client = client;
    this.#index = index;
  }

  get isHeld(): boolean {
    return Date.now() < this.#until;
  }

  /** @returns whether it is ours now, until `release` or a fault */
  async take(): Promise<boolean> {
    if (!(await this.#renew())) return false;
    const turn = async (): Promise<void> => {
      // A fault leaves it to run out.
      this.#renewing = this.#renew().catch(() => false);
      await this.#renewing;
      if (this.isHeld && !this.#released) this.#timer = setTimeout(() => void turn(), RENEW_MS).unref();
    };
    this.#timer = setTimeout(() => void turn(), RENEW_MS).unref();
    return true;
  }

  /** Lets another have it at once. */
  async release(): Promise<void> {
    this.#released = true;
    clearTimeout(this.#timer);
    // What is still being written would stay after the deletion, and be renewed for ever.
    await this.#renewing;
    const held = this.isHeld;
    this.#until = 0;
    // Else it runs out by itself.
    if (held)
      await askedOnce('giving back a lease', () => this.#client.delete({ index: this.#index, id: ID })).catch(
        () => undefined,
      );
  }

  async #renew(): Promise<boolean> {
    const now = Date.now();
    const seen = await this.#seen();
    const taken =
      (!seen || seen.holder === this.#holder || seen.until < now) && (await this.#write(now + TTL_MS, seen));
    this.#until = taken ? now + TTL_MS - RENEW_MS : 0;
    return taken;
  }

  async #seen(): Promise<Seen | null> {
    return asked('reading a lease', async () => {
      try {
        const {
          _source,
          _seq_no = 0,
          _primary_term = 0,
        } = await this.#client.get<Record<string, unknown>>({
          index: this.#index,
          id: ID,
        });
        return {
          holder: String(_source?.['holder']),
          until: Number(_source?.['until']),
          place: { if_seq_no: _seq_no, if_primary_term: _primary_term },
        };
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    });
  }

  /** In the place of what was seen, or not at all. */
  async #write(until: number, seen: Seen | null): Promise<boolean> {
    const document = { holder: this.#holder, until };
    return askedOnce('taking a lease', async () => {
      try {
        await this.#client.index(
          { index: this.#index, id: ID, document, ...(seen ? seen.place : { op_type: 'create' }) },
          { maxRetries: 0 },
        );
        return true;
      } catch (error) {
        if (isFault(error, 'version_conflict_engine_exception')) return false;
        throw error;
      }
    });
  }
}
