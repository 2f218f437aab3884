import type { Logger } from '@numscope/platform';
import { reasonOf } from '@numscope/platform';
import type { Collections } from './documents.ts';

/** How long an upload is left alone whose process does not say that it lives; it does so often. */
const ALIVE_MS = 10_000;
const AGAIN_MS = 2000;

export const GIVEN_UP = 'the upload was given up, because its process did not keep it alive any more';

/** Tells the other processes which uploads this one is still taking in, so that what a killed one began is removed. */
export class UploadHeartbeat {
  readonly #uploads: Collections['uploads'];
  readonly #log: Logger;
  readonly #own = new Set<number>();
  readonly #timer: NodeJS.Timeout;

  constructor({ uploads }: Pick<Collections, 'uploads'>, log: Logger) {
    this.#uploads = uploads;
    this.#log = log;
    this.#timer = setInterval(() => void this.#beat(), AGAIN_MS).unref();
  }

  async begin(key: number): Promise<void> {
    await this.#uploads.insertOne({ _id: key, state: 'UPLOADING', until: Date.now() + ALIVE_MS });
    this.#own.add(key);
  }

  /** Says that it is still wanted, before more phones are written. @throws Error when the upload was given up by another process */
  async renew(key: number): Promise<void> {
    const { matchedCount } = await this.#uploads.updateOne(
      { _id: key, state: 'UPLOADING' },
      { $set: { until: Date.now() + ALIVE_MS } },
    );
    if (matchedCount === 0) throw new Error(GIVEN_UP);
  }

  /** Leaves the phones to whoever makes them join a job. False when the upload was given up by another process. */
  async handOver(key: number): Promise<boolean> {
    const { matchedCount } = await this.#uploads.updateOne(
      { _id: key, state: 'UPLOADING' },
      { $set: { state: 'JOINING' } },
    );
    this.#own.delete(key);
    return matchedCount === 1;
  }

  async isHandedOver(key: number): Promise<boolean> {
    return (await this.#uploads.findOne({ _id: key }))?.state === 'JOINING';
  }

  /**
   * The phones are a job's now; if that cannot be noted, the leader will see it.
   * @returns whether the job is to be counted anew, because a number was erased meanwhile
   */
  async end(key: number): Promise<boolean> {
    this.#own.delete(key);
    try {
      return (await this.#uploads.findOneAndDelete({ _id: key }))?.erased === true;
    } catch (error) {
      this.#log.warn({ reason: reasonOf(error) }, 'the note of a finished upload is removed later');
      return false;
    }
  }

  async drop(key: number): Promise<void> {
    this.#own.delete(key);
    await this.#uploads.updateOne({ _id: key }, { $set: { state: 'REFUSED' } });
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #beat(): Promise<void> {
    if (this.#own.size === 0) return;
    await this.#uploads
      .updateMany({ _id: { $in: [...this.#own] }, state: 'UPLOADING' }, { $set: { until: Date.now() + ALIVE_MS } })
      .catch((error: unknown) => this.#log.warn({ reason: reasonOf(error) }, 'uploads are kept alive later'));
  }
}
