import { calls } from '@numscope/contracts';
import { isTransient, retry, type ServiceClient } from '@numscope/platform';
import pLimit, { type LimitFunction } from 'p-limit';
import { type Connector, type SourceAnswer, SourceFault } from '../connectors/connector.port.ts';
import { missingPhotos, photoPauseMs } from '../domain/photos/photo-retry.ts';

const PHOTOS_OF_ANSWER = 20;
const AT_ONCE = 8;
/** Photos tried again at the same time: they must not hold up those of new answers. */
const LATE_AT_ONCE = 2;
const REMEMBER_MS = 60_000;
const REMEMBERED = 1000;
const REFERENCE_CHARS = 4096;
const STORE_TRIES = 3;
const STORE_TIMEOUT_MS = 15_000;
const STORE_PAUSE_MS = 300;

/** What came of photos: ids of stored pictures, and which of the others may be had later. */
export interface FetchedPhotos {
  ids: string[];
  later: string[];
  lost: number;
  /** For how long a host asked to be left alone. */
  holdMs: number;
}

/** What a photo has become; `later`: it may be had another time, after `holdMs` at the earliest. */
type Fetched = { id: string } | { later: boolean; holdMs: number };

/**
 * Brings one source's photos into the picture store: a few at a time, the same photo once a minute at most, unless it was
 * removed meanwhile.
 */
export class PhotoKeeper {
  readonly #connector: Pick<Connector, 'fetchPhoto'>;
  readonly #client: ServiceClient;
  readonly #known = new Map<string, { photo: Promise<Fetched>; until: number }>();
  readonly #fetching = pLimit(AT_ONCE);
  readonly #fetchingLate = pLimit(LATE_AT_ONCE);

  constructor(connector: Pick<Connector, 'fetchPhoto'>, client: ServiceClient) {
    this.#connector = connector;
    this.#client = client;
  }

  /**
   * The same answer with ids of stored pictures for its photos. A photo that cannot be had is left out, and the message
   * says so; `duePhotos` are those that may be had later.
   */
  async replace(answer: SourceAnswer, account: string | null): Promise<SourceAnswer> {
    const { photos, ...fields } = answer.fields ?? {};
    if (!photos) return answer;
    const wanted = photos.slice(0, PHOTOS_OF_ANSWER);
    const { ids, later, lost, holdMs } = await this.#fetchAll(wanted, account, this.#fetching);
    const total = photos.length;
    const pauseMs = later.length > 0 ? photoPauseMs(0, holdMs, Math.random()) : null;
    const gone = lost + total - wanted.length + (pauseMs === null ? later.length : 0);
    const due = pauseMs === null ? [] : later;
    const message = missingPhotos(total, gone + due.length, due.length);
    return {
      ...answer,
      fields: ids.length > 0 ? { ...fields, photos: ids } : fields,
      ...(message === null ? {} : { message }),
      ...(pauseMs === null ? {} : { duePhotos: { references: due, total, lost: gone, pauseMs } }),
    };
  }

  /** Those that could not be had with their answer, once more. */
  again(references: readonly string[], account: string | null): Promise<FetchedPhotos> {
    return this.#fetchAll(references, account, this.#fetchingLate);
  }

  async #fetchAll(references: readonly string[], account: string | null, limit: LimitFunction): Promise<FetchedPhotos> {
    const photos = await Promise.all(references.map((reference) => this.#photoOf(reference, account, limit)));
    const ids = new Set<string>();
    const all: FetchedPhotos = { ids: [], later: [], lost: 0, holdMs: 0 };
    for (const [index, photo] of photos.entries()) {
      if ('id' in photo) ids.add(photo.id);
      else if (photo.later) {
        all.later.push(references[index] ?? '');
        all.holdMs = Math.max(all.holdMs, photo.holdMs);
      } else all.lost++;
    }
    return { ...all, ids: [...ids] };
  }

  async #photoOf(reference: string, account: string | null, limit: LimitFunction): Promise<Fetched> {
    const fetch = (): Promise<Fetched> => limit(() => this.#fetch(reference, account));
    // One that holds its content in itself is too large to be remembered by it.
    if (reference.length > REFERENCE_CHARS) {
      const photo = await fetch();
      return 'id' in photo ? photo : { later: false, holdMs: 0 };
    }
    const now = performance.now();
    const known = this.#known.get(reference);
    if (known && known.until > now) {
      const photo = await known.photo;
      if (!('id' in photo) || (await this.#isHad(photo.id))) return photo;
      if (this.#known.get(reference) === known) this.#known.delete(reference);
      return this.#photoOf(reference, account, limit);
    }
    const photo = fetch();
    this.#known.delete(reference);
    this.#known.set(reference, { photo, until: now + REMEMBER_MS });
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size > REMEMBERED) this.#known.delete(oldest);
    const fetched = await photo;
    if (!('id' in fetched) && this.#known.get(reference)?.photo === photo) this.#known.delete(reference);
    return fetched;
  }

  /** Whether a picture is stored still. It hears that one more profile is to have it, so that it stays until that is there. */
  async #isHad(id: string): Promise<boolean> {
    try {
      const { known } = await this.#client.call(calls.knownImages, { body: { ids: [id] } });
      return known.includes(id);
    } catch {
      // It is stored anew, or tried later.
      return false;
    }
  }

  async #fetch(reference: string, account: string | null): Promise<Fetched> {
    try {
      const bytes = await this.#connector.fetchPhoto(reference, { account });
      const { id } = await retry(() => this.#client.call(calls.storeImage, { bytes, timeoutMs: STORE_TIMEOUT_MS }), {
        again: (error, tries) => tries < STORE_TRIES && isTransient(error),
        pauseMs: (tries) => STORE_PAUSE_MS * tries,
      });
      return { id };
    } catch (error) {
      if (error instanceof SourceFault) return { later: error.retry, holdMs: error.holdMs ?? 0 };
      return { later: isTransient(error), holdMs: 0 };
    }
  }
}
