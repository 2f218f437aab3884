import { isError, type LogPlace, type LogReader, type PlacedEvent, type Reading } from '@numscope/platform';
import type { Topic } from '@numscope/contracts';
import type { Consumer, EachBatchPayload } from 'kafkajs';
import { withTimeout } from '../with-timeout.ts';
import { HANG_UP_MS } from './kafka-client.ts';
import { SilenceWatch } from './silence-watch.ts';

export interface PlaceReaderOptions {
  reading: Reading;
  /** A member of a group that nobody else is in. */
  consumer: Consumer;
  /** A topic's name at Kafka. */
  nameOf(topic: Topic): string;
}

/** Well within the time after which a member that is not heard of counts as gone. */
const BEAT_MS = 2000;

/**
 * Reads some partitions from exact places on. Kafka's client reads in a group alone: it is one of its own, commits
 * nothing, and goes to its places itself whenever it is given the partitions.
 */
export class PlaceReader implements LogReader {
  readonly #options: PlaceReaderOptions;
  /** Keyed by `<topic's name at Kafka>/<partition>`. */
  readonly #places: ReadonlyMap<string, LogPlace>;
  #watch: SilenceWatch | undefined;
  #ended = false;

  private constructor(options: PlaceReaderOptions) {
    this.#options = options;
    const { reading, nameOf } = options;
    this.#places = new Map(
      reading.from.map((place) => [`${nameOf(place.topic)}/${place.partition}`, { ...place }] as const),
    );
  }

  /** @throws Error when Kafka does not answer; nothing stays open then */
  static async open(options: PlaceReaderOptions): Promise<PlaceReader> {
    const reader = new PlaceReader(options);
    try {
      await reader.#begin();
    } catch (error) {
      await reader.close();
      throw error;
    }
    return reader;
  }

  async close(): Promise<void> {
    this.#ended = true;
    this.#watch?.close();
    // A consumer that is stuck does not disconnect; Kafka notices by itself.
    await withTimeout(this.#options.consumer.disconnect(), HANG_UP_MS, 'leaving the group').catch(() => undefined);
  }

  async #begin(): Promise<void> {
    const { consumer, nameOf } = this.#options;
    consumer.on(consumer.events.HEARTBEAT, () => this.#watch?.heard());
    consumer.on(consumer.events.GROUP_JOIN, () => {
      this.#watch?.heard();
      for (const [name, { partition, offset }] of this.#places)
        consumer.seek({ topic: name.slice(0, name.lastIndexOf('/')), partition, offset: String(offset) });
    });
    consumer.on(consumer.events.CRASH, ({ payload }) => this.#fail(payload.error));
    await consumer.connect();
    const topics = [...new Set([...this.#places.values()].map(({ topic }) => nameOf(topic)))];
    await consumer.subscribe({ topics, fromBeginning: true });
    await consumer.run({ autoCommit: false, eachBatch: (payload) => this.#accept(payload) });
    this.#watch = new SilenceWatch(() => this.#fail(new Error('nothing was heard of Kafka for too long')));
  }

  async #accept({ batch, heartbeat }: EachBatchPayload): Promise<void> {
    const place = this.#places.get(`${batch.topic}/${batch.partition}`);
    // A partition that was added meanwhile belongs to whoever begins anew.
    if (!place || this.#ended) return;
    const events = batch.messages.flatMap(({ offset, value }): PlacedEvent[] =>
      // Null: its key was erased.
      Number(offset) < place.offset || value === null
        ? []
        : [
            {
              topic: place.topic,
              partition: place.partition,
              offset: Number(offset),
              json: value.toString('utf8'),
            },
          ],
    );
    const next = Number(batch.messages.at(-1)?.offset ?? -1) + 1;
    if (events.length === 0) return this.#pass(place, next);
    // Whoever takes may be slow, and must not lose its place in the group for that.
    const beats = setInterval(() => void heartbeat().catch(() => undefined), BEAT_MS);
    try {
      await this.#options.reading.take(events);
      place.offset = (events.at(-1)?.offset ?? place.offset) + 1;
      this.#pass(place, next);
    } catch (error) {
      this.#fail(error);
    } finally {
      clearInterval(beats);
    }
  }

  /** Behind erased records the log may begin one day: who still stood before them would count as too late. */
  #pass(place: LogPlace, offset: number): void {
    if (offset <= place.offset) return;
    place.offset = offset;
    this.#options.reading.passed?.({ ...place });
  }

  #fail(error: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#watch?.close();
    this.#options.reading.failed(isError(error) ? error : new Error('Kafka ended the reading'));
  }
}
