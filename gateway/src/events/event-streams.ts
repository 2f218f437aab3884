import { apiError, topicAudiences, type ToldTopic } from '@numscope/contracts';
import { type Authenticator, type Identity, isAdmin, isAllowed } from '@numscope/platform';
import type { EdgeLimits } from '../edge/limits.ts';
import { type Holder, holderOf } from '../realtime/holder-of.ts';
import type { EventStream } from './event-stream.ts';

/** Whoever may not hear any more is told nothing after this time. */
const CHECK_MS = 500;

/** Whether somebody with these rights may be told the events of a topic. */
export const mayHear = (identity: Identity, topic: ToldTopic): boolean =>
  topicAudiences[topic].every((audience) => isAllowed(audience, identity));

/** The owner of a stream. */
type Owner = Pick<Identity, 'userId' | 'key'>;
type Bounds = Pick<EdgeLimits, 'eventStreams' | 'eventStreamsOfHolder' | 'eventStreamsOfUser'>;

/** What a stream counts among: those of one API key, or of one user without any, and those of that user with all keys. */
const countedAs = ({ userId, key }: Owner, bounds: Bounds) => [
  { name: key ? `key ${key.id}` : `logins of ${userId}`, most: bounds.eventStreamsOfHolder },
  { name: `user ${userId}`, most: bounds.eventStreamsOfUser },
];

/** All open event streams: bounds how many there are, and ends those whose session or key has ended. */
export class EventStreams {
  readonly #authenticator: Authenticator;
  readonly #limits: Bounds;
  readonly #streams = new Set<EventStream>();
  readonly #counts = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #opening = 0;
  #checking = false;
  #closed = false;
  /** Events sent by streams that have ended. */
  #sentBefore = 0;

  constructor(authenticator: Authenticator, limits: Bounds) {
    this.#authenticator = authenticator;
    this.#limits = limits;
    this.#timer = setInterval(() => void this.#endUnauthorised(), CHECK_MS).unref();
  }

  get open(): number {
    return this.#streams.size;
  }

  /** Events handed to clients since the start. */
  get sent(): number {
    return [...this.#streams].reduce((sum, stream) => sum + stream.sent, this.#sentBefore);
  }

  /**
   * Keeps a place for a stream that `open` makes, until that has ended.
   * @throws ApiError TOO_MANY_STREAMS, SERVICE_UNAVAILABLE when all are ended or it has ended before it was open, and
   * what `open` throws
   */
  async add(owner: Owner, open: () => Promise<EventStream>): Promise<EventStream> {
    if (this.#closed) throw apiError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
    const counted = countedAs(owner, this.#limits);
    for (const { name, most } of counted) this.#check(this.#counts.get(name) ?? 0, most);
    this.#check(this.#opening + this.#streams.size, this.#limits.eventStreams);
    for (const { name } of counted) this.#add(name, 1);
    const release = (): void => {
      for (const { name } of counted) this.#add(name, -1);
    };
    this.#opening++;
    try {
      const stream = await open();
      // Its end was told already, and would free its place never.
      if (stream.body.destroyed) throw apiError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
      this.#streams.add(stream);
      stream.body.once('close', () => {
        this.#streams.delete(stream);
        this.#sentBefore += stream.sent;
        release();
      });
      // Closed while it was being opened.
      if (this.#closed) stream.end();
      return stream;
    } catch (error) {
      release();
      throw error;
    } finally {
      this.#opening--;
    }
  }

  /** Ends all, now and from then on: no stream ends by itself. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    for (const stream of this.#streams) stream.end();
  }

  #check(streams: number, most: number): void {
    if (streams >= most) throw apiError('TOO_MANY_STREAMS', { details: { streams, most }, retryAfter: 5 });
  }

  #add(name: string, streams: number): void {
    const count = (this.#counts.get(name) ?? 0) + streams;
    if (count > 0) this.#counts.set(name, count);
    else this.#counts.delete(name);
  }

  async #endUnauthorised(): Promise<void> {
    // Where auth must be asked about a key and does not answer, it takes longer than the time until the next look.
    if (this.#checking) return;
    this.#checking = true;
    for (const stream of this.#streams) {
      const holder = await holderOf(stream.options.credential, this.#authenticator);
      if (this.#mayNot(holder, stream)) stream.end();
    }
    this.#checking = false;
  }

  #mayNot(holder: Holder, { options: { topics, hidesJobs } }: EventStream): boolean {
    if (holder === 'unknown') return false;
    return holder === 'ended' || isAdmin(holder) === hidesJobs || !topics.every((topic) => mayHear(holder, topic));
  }
}
