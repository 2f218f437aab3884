import type { LogPlace, LogReader, PlacedEvent, Reading } from '@numscope/platform';
import { plainText } from '../../sqlite/index.ts';
import type { ReadRequest, StoredChunk } from './bus-protocol.ts';
import { streamOf } from './streams.ts';

/** What a reader needs of the bus. */
interface ReaderWork {
  end(place: LogPlace): number;
  read(requests: ReadRequest[], limit: number): Promise<StoredChunk[][]>;
}

/** Events of each partition that are read at once. */
const READ_EVENTS = 500;

/** The events of stored chunks from an offset on, each at its own place: what was erased leaves gaps. */
const eventsOf = (chunks: readonly StoredChunk[], { topic, partition, offset: from }: LogPlace): PlacedEvent[] =>
  chunks.flatMap(({ first, payload }) =>
    plainText(payload)
      .split('\n')
      .map((json, index) => ({ topic, partition, offset: first + index, json }))
      .filter(({ offset }) => offset >= from),
  );

/** Reads some partitions from exact places on, and waits at their ends. */
export class PlaceReader implements LogReader {
  readonly #reading: Reading;
  readonly #work: ReaderWork;
  readonly #places: LogPlace[];
  #running: Promise<void> | undefined;
  #again = false;
  #closed = false;

  constructor(reading: Reading, work: ReaderWork) {
    this.#reading = reading;
    this.#work = work;
    this.#places = reading.from.map((place) => ({ ...place }));
  }

  /** There may be more to read. */
  wake(): void {
    this.#again = true;
    if (this.#closed) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#again && !this.#closed) this.wake();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      while (this.#again && !this.#closed) {
        this.#again = false;
        await this.#round();
      }
    } catch (error) {
      if (this.#closed) return;
      this.#closed = true;
      this.#reading.failed(error);
    }
  }

  async #round(): Promise<void> {
    const behind = this.#places
      .map((place) => ({ place, end: this.#work.end(place) }))
      .filter(({ place, end }) => place.offset < end);
    if (behind.length === 0) return;
    const found = await this.#work.read(
      behind.map(({ place }) => ({ stream: streamOf(place), from: place.offset })),
      READ_EVENTS,
    );
    for (const [index, { place, end }] of behind.entries()) {
      const chunks = found[index] ?? [];
      const events = eventsOf(chunks, place);
      const last = events.at(-1);
      if (this.#closed) return;
      if (!last) {
        // All of it was erased.
        place.offset = end;
        this.#reading.passed?.({ ...place });
        continue;
      }
      await this.#reading.take(events);
      place.offset = last.offset + 1;
      this.#again = true;
    }
  }
}
