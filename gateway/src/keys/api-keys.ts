import { createHash } from 'node:crypto';
import { ApiError, apiError, calls, keyPattern, type KeyVerdict } from '@numscope/contracts';
import {
  AddressRanges,
  Admission,
  type Authenticator,
  type ExchangedKey,
  type Identity,
  type KeyExchange,
  senderOf,
  type ServiceClient,
} from '@numscope/platform';
import { Guesses } from './guesses.ts';

/** Verdicts that are remembered, of keys that count and of others. */
const REMEMBERED = 5000;
/** A key that is wrong stays so: this is only for what else needs the room. */
const WRONG_MS = 60_000;

interface Verdict {
  told: KeyVerdict;
  /** Until when nobody need be asked again; of `performance.now()`. */
  until: number;
  ranges: AddressRanges | null;
}

/** Verdicts by the hashes of keys; the one that was told first is forgotten first. */
class Remembered {
  readonly #verdicts = new Map<string, Verdict>();

  get(hash: string): Verdict | undefined {
    return this.#verdicts.get(hash);
  }

  set(hash: string, verdict: Verdict): void {
    this.#verdicts.delete(hash);
    this.#verdicts.set(hash, verdict);
    const [oldest] = this.#verdicts.size > REMEMBERED ? this.#verdicts.keys() : [];
    if (oldest !== undefined) this.#verdicts.delete(oldest);
  }

  delete(hash: string): void {
    this.#verdicts.delete(hash);
  }
}

const refusal = (verdict: 'WRONG' | 'EXPIRED'): ApiError =>
  apiError(verdict === 'EXPIRED' ? 'KEY_EXPIRED' : 'UNAUTHORIZED');

/** Auth could not be asked, or not now. */
const isUnasked = (error: unknown): boolean =>
  error instanceof ApiError && (error.statusCode === 503 || error.statusCode === 429);

/**
 * Makes API keys into the short-lived tokens that services know. Auth is asked once a minute for each key, and again as
 * soon as a token that it gave has been ended: by then the key is revoked, or its owner's rights are others. A wrong key
 * costs one hash, and the first time one question; who brings many is asked about no more.
 */
export class ApiKeys implements KeyExchange {
  readonly #client: ServiceClient;
  readonly #authenticator: Pick<Authenticator, 'identify'>;
  readonly #guesses: Guesses;
  readonly #known = new Remembered();
  /** Apart from those that count, so that guesses cannot push them out. */
  readonly #refused = new Remembered();
  readonly #asking = new Map<string, Promise<Verdict>>();
  readonly #admission = new Admission();

  constructor(client: ServiceClient, authenticator: Pick<Authenticator, 'identify'>, guesses = new Guesses()) {
    this.#client = client;
    this.#authenticator = authenticator;
    this.#guesses = guesses;
  }

  async exchange(key: string, address: string): Promise<ExchangedKey> {
    const hash = createHash('sha256').update(key).digest('hex');
    const known = this.#known.get(hash);
    const kept = known && this.#read(known, address);
    if (kept && known.until > performance.now()) return kept;
    try {
      return this.#judge(hash, await this.#verdictOf(key, hash, address), address);
    } catch (error) {
      // For as long as its token counts, a key depends neither on auth nor on what others try from its address.
      if (kept && isUnasked(error)) return kept;
      throw error;
    }
  }

  #judge(hash: string, verdict: Verdict, address: string): ExchangedKey {
    const { told } = verdict;
    if (told.verdict === 'KNOWN') {
      const read = this.#read(verdict, address);
      if (read) return read;
      this.#known.delete(hash);
      throw apiError('UNAUTHORIZED');
    }
    this.#known.delete(hash);
    throw refusal(told.verdict);
  }

  /** What the verdict gives now; null: its token has been ended, or is over. */
  #read({ told, ranges }: Verdict, address: string): ExchangedKey | null {
    if (told.verdict !== 'KNOWN') return null;
    const identity = this.#identityOf(told.token);
    return identity && { identity, token: told.token, admitted: ranges === null || ranges.has(address) };
  }

  #identityOf(token: string): Identity | null {
    try {
      return this.#authenticator.identify(token);
    } catch {
      return null;
    }
  }

  async #verdictOf(key: string, hash: string, address: string): Promise<Verdict> {
    const refused = this.#refused.get(hash);
    if (refused && refused.until > performance.now()) return refused;
    this.#guesses.check(address);
    if (!keyPattern.test(key)) {
      this.#guesses.note(address);
      return { told: { verdict: 'WRONG' }, until: 0, ranges: null };
    }
    const asking = this.#asking.get(hash) ?? this.#ask(hash, address);
    this.#asking.set(hash, asking);
    try {
      return await asking;
    } finally {
      this.#asking.delete(hash);
    }
  }

  async #ask(hash: string, address: string): Promise<Verdict> {
    const told = await this.#admission.pass(senderOf(address), () =>
      this.#client.call(calls.admitKey, { body: { hash, address } }),
    );
    const isKnown = told.verdict === 'KNOWN';
    // A key that was wrong before is no new guess: else one program with a revoked key would shut out its neighbours.
    if (told.verdict === 'WRONG') this.#guesses.note(address);
    const ranges = isKnown && told.addresses.length > 0 ? new AddressRanges(told.addresses) : null;
    const verdict = { told, until: performance.now() + (isKnown ? told.countsMs : WRONG_MS), ranges };
    (isKnown ? this.#known : this.#refused).set(hash, verdict);
    return verdict;
  }
}
