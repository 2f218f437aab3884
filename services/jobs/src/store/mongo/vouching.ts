import type { Logger } from '@numscope/platform';
import { reasonOf } from '@numscope/platform';
import type { Collections, PartHead } from './documents.ts';

/** How long an upload is left alone that nobody vouches for; a process that lives does so often. */
const VOUCHED_MS = 10_000;
const AGAIN_MS = 2000;

export const GIVEN_UP = 'the upload was given up, because its process did not vouch for it any more';

/** Tells the other processes which uploads this one is still taking in, so that what a killed one began is removed. */
export class Vouching {
  readonly #uploads: Collections['uploads'];
  readonly #log: Logger;
  readonly #own = new Set<number>();
  readonly #timer: NodeJS.Timeout;

  constructor({ uploads }: Pick<Collections, 'uploads'>, log: Logger) {
    this.#uploads = uploads;
    this.#log = log;
    this.#timer = setInterval(() => void this.#vouch(), AGAIN_MS).unref();
  }

  async begin(key: number): Promise<void> {
    await this.#uploads.insertOne({
      _id: key,
      state: 'UPLOADING',
      until: Date.now() + VOUCHED_MS,
      blocks: 0,
      parts: [],
    });
    this.#own.add(key);
  }

  /** Announces blocks before they are written. @throws Error when the upload was given up by another process */
  async grow(key: number, blocks: number): Promise<void> {
    const { matchedCount } = await this.#uploads.updateOne(
      { _id: key, state: 'UPLOADING' },
      { $set: { blocks, until: Date.now() + VOUCHED_MS } },
    );
    if (matchedCount === 0) throw new Error(GIVEN_UP);
  }

  /** Leaves the phones to whoever makes them join a job. False when the upload was given up by another process. */
  async handOver(key: number, parts: PartHead[]): Promise<boolean> {
    const { matchedCount } = await this.#uploads.updateOne(
      { _id: key, state: 'UPLOADING' },
      { $set: { state: 'JOINING', parts } },
    );
    this.#own.delete(key);
    return matchedCount === 1;
  }

  async isHandedOver(key: number): Promise<boolean> {
    return (await this.#uploads.findOne({ _id: key }))?.state === 'JOINING';
  }

  /** The phones are a job's now; if that cannot be noted, the leader will see it. */
  async end(key: number): Promise<void> {
    this.#own.delete(key);
    await this.#uploads
      .deleteOne({ _id: key })
      .catch((error: unknown) =>
        this.#log.warn({ reason: reasonOf(error) }, 'the note of a finished upload is removed later'),
      );
  }

  async drop(key: number): Promise<void> {
    this.#own.delete(key);
    await this.#uploads.updateOne({ _id: key }, { $set: { state: 'REFUSED' } });
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #vouch(): Promise<void> {
    if (this.#own.size === 0) return;
    await this.#uploads
      .updateMany({ _id: { $in: [...this.#own] }, state: 'UPLOADING' }, { $set: { until: Date.now() + VOUCHED_MS } })
      .catch((error: unknown) => this.#log.warn({ reason: reasonOf(error) }, 'uploads are vouched for again later'));
  }
}
