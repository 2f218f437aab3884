import { PassThrough } from 'node:stream';
import { once } from 'node:events';
import type { ToldTopic } from '@numscope/contracts';
import type { EventBus, LogPlace, LogReader, PlacedEvent } from '@numscope/platform';
import type { Credential } from '../realtime/holder-of.ts';
import { type StreamPosition, writeEventId } from './event-id.ts';

/** Shorter than any proxy's patience with a connection on which nothing moves. */
const HEARTBEAT_MS = 15_000;
/** How soon a client should come back by itself after its connection broke. */
const RETRY_MS = 2000;
/** What a client may take to be sent the rest when its stream is ended here. */
const REST_MS = 2000;
const BUFFER_BYTES = 256 * 1024;

export interface EventStreamOptions {
  credential: Credential;
  topics: readonly ToldTopic[];
  /** Told of events as somebody without the right to see jobs may see them. */
  hidesJobs: boolean;
  /** The name of the log that is read. */
  log: string;
  from: readonly LogPlace[];
  /** Nothing taken for so long ends it. */
  stallMs: number;
}

/** What a USER may see of an event: nothing of the job that it came of. */
function withoutJob(json: string): string {
  const event = JSON.parse(json) as { data: object };
  return JSON.stringify({ ...event, data: { ...event.data, job: null } });
}

/**
 * The events of some topics for one client, in the form of server-sent events
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation): each with the position
 * behind it as its id.
 */
export class EventStream {
  /** What the client is sent. */
  readonly body = new PassThrough({ highWaterMark: BUFFER_BYTES });
  readonly options: EventStreamOptions;
  readonly #position: StreamPosition = new Map();
  readonly #ended = new AbortController();
  #reader: LogReader | undefined;
  #heart: NodeJS.Timeout | undefined;
  #sent = 0;

  constructor(options: EventStreamOptions) {
    this.options = options;
    for (const topic of options.topics) this.#position.set(topic, []);
    for (const place of options.from) this.#stand(place);
    this.body.once('close', () => this.end());
    // A client that went away is no fault.
    this.body.on('error', () => this.end());
  }

  /** Events handed to the client so far. */
  get sent(): number {
    return this.#sent;
  }

  /** Resolves when reading has begun. @throws what the bus does not give */
  async begin(bus: Pick<EventBus, 'read'>): Promise<void> {
    const { log, from } = this.options;
    // Whoever loses the connection before the first event goes on from here, too.
    this.body.write(`retry: ${RETRY_MS}\nid: ${writeEventId(log, this.#position)}\n\n`);
    const reader = await bus.read({
      from,
      take: (events) => this.#take(events),
      passed: (place) => this.#pass(place),
      failed: () => this.end(),
    });
    this.#reader = reader;
    if (this.#ended.signal.aborted) return reader.close();
    // Not before: of a stream that could not be opened nobody would stop it.
    this.#heart = setInterval(() => this.body.write(':\n\n'), HEARTBEAT_MS).unref();
  }

  /** The client is sent no more; it may come back with the id that it had last. */
  end(): void {
    if (this.#ended.signal.aborted) return;
    this.#ended.abort();
    clearInterval(this.#heart);
    this.body.end();
    const cut = setTimeout(() => this.body.destroy(), REST_MS).unref();
    this.body.once('close', () => clearTimeout(cut));
    // Where that fails there is nothing left to be closed.
    void this.#reader?.close().catch(() => undefined);
  }

  #stand({ topic, partition, offset }: LogPlace): void {
    for (const [told, offsets] of this.#position) if (told === topic) offsets[partition] = offset;
  }

  async #take(events: readonly PlacedEvent[]): Promise<void> {
    const { log, hidesJobs } = this.options;
    for (const { json, ...place } of events) {
      if (this.#ended.signal.aborted) return;
      this.#stand({ ...place, offset: place.offset + 1 });
      const data = hidesJobs ? withoutJob(json) : json;
      const id = writeEventId(log, this.#position);
      this.#sent++;
      if (!this.body.write(`id: ${id}\nevent: ${place.topic}\ndata: ${data}\n\n`)) await this.#drained();
    }
  }

  /** An id alone: the client goes on from there, and is not too late when the log begins behind what was erased. */
  #pass(place: LogPlace): void {
    if (this.#ended.signal.aborted) return;
    this.#stand(place);
    this.body.write(`id: ${writeEventId(this.options.log, this.#position)}\n\n`);
  }

  /** Bytes that the client has not taken yet. */
  get #left(): number {
    return this.body.readableLength + this.body.writableLength;
  }

  /** Resolves when the client has taken what it was sent; a client that takes nothing is cut. */
  async #drained(): Promise<void> {
    let left = this.#left;
    const stalled = setInterval(() => {
      // A slow client that takes some of it goes on.
      if (this.#left >= left) this.body.destroy();
      left = this.#left;
    }, this.options.stallMs);
    try {
      await once(this.body, 'drain', { signal: this.#ended.signal });
    } catch {
      // It has ended meanwhile: nothing is to be sent any more.
    } finally {
      clearInterval(stalled);
    }
  }
}
