import { calls } from '@numscope/contracts';
import { isTransient, retry, type ServiceClient } from '@numscope/platform';
import pLimit from 'p-limit';
import type { Connector, SourceAnswer } from '../connectors/connector.port.ts';

const PHOTOS_OF_ANSWER = 20;
const AT_ONCE = 8;
const REMEMBER_MS = 60_000;
const REMEMBERED = 1000;
const REFERENCE_CHARS = 4096;
const STORE_TRIES = 3;
const STORE_TIMEOUT_MS = 15_000;
const STORE_PAUSE_MS = 300;

/** Brings one source's photos into the picture store: a few at a time, the same photo once a minute at most. */
export class PhotoKeeper {
  readonly #connector: Pick<Connector, 'fetchPhoto'>;
  readonly #client: ServiceClient;
  readonly #timeoutMs: number;
  readonly #known = new Map<string, { id: Promise<string | null>; until: number }>();
  readonly #fetching = pLimit(AT_ONCE);

  constructor(connector: Pick<Connector, 'fetchPhoto'>, client: ServiceClient, timeoutMs: number) {
    this.#connector = connector;
    this.#client = client;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * The same answer with ids of stored pictures for its photos. A photo that cannot be had is left out, and the message
   * says so.
   */
  async replace(answer: SourceAnswer, account: string | null): Promise<SourceAnswer> {
    const { photos, ...fields } = answer.fields ?? {};
    if (!photos) return answer;
    const ids = await Promise.all(photos.slice(0, PHOTOS_OF_ANSWER).map((reference) => this.#idOf(reference, account)));
    const kept = [...new Set(ids.filter((id) => id !== null))];
    const lost = photos.length - ids.filter((id) => id !== null).length;
    return {
      ...answer,
      fields: kept.length > 0 ? { ...fields, photos: kept } : fields,
      ...(lost > 0 ? { message: `${lost} of ${photos.length} photos could not be fetched` } : {}),
    };
  }

  #idOf(reference: string, account: string | null): Promise<string | null> {
    const fetch = (): Promise<string | null> =>
      this.#fetching(() => this.#fetch(reference, account)).catch(() => {
        this.#known.delete(reference);
        return null;
      });
    // One that holds its content in itself is too large to be remembered by it.
    if (reference.length > REFERENCE_CHARS) return fetch();
    const now = performance.now();
    const known = this.#known.get(reference);
    if (known && known.until > now) return known.id;
    const id = fetch();
    this.#known.delete(reference);
    this.#known.set(reference, { id, until: now + REMEMBER_MS });
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size > REMEMBERED) this.#known.delete(oldest);
    return id;
  }

  async #fetch(reference: string, account: string | null): Promise<string> {
    const signal = AbortSignal.timeout(this.#timeoutMs);
    const bytes = await this.#connector.fetchPhoto(reference, { signal, account });
    const { id } = await retry(() => this.#client.call(calls.storeImage, { bytes, timeoutMs: STORE_TIMEOUT_MS }), {
      again: (error, tries) => tries < STORE_TRIES && isTransient(error),
      pauseMs: (tries) => STORE_PAUSE_MS * tries,
    });
    return id;
  }
}
