import type { Logger } from '@numscope/platform';
import type { Client } from 'minio';
import { faultOf, isRefused, isUnknownCall } from './s3-client.ts';

/** How long the answer holds whether a bucket keeps former versions. */
const KNOWN_MS = 60_000;

type Asked = Pick<Client, 'getBucketVersioning' | 'listObjects' | 'removeObject'>;

/** A version of an object, or the mark that it was removed. */
interface Version {
  versionId: string;
  isLatest: boolean;
  isDeleteMarker: boolean;
}

/** The client's types tell of objects alone. What is older than the versioning of its bucket has the version `null`. */
const versionOf = (each: object): Version => ({
  versionId: 'versionId' in each && typeof each.versionId === 'string' ? each.versionId : 'null',
  isLatest: 'isLatest' in each && each.isLatest === true,
  isDeleteMarker: 'isDeleteMarker' in each && each.isDeleteMarker === true,
});

const statusOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'Status' in answer ? answer.Status : undefined;

/**
 * What a bucket keeps of objects that were replaced or removed. Where its versioning is on, removing an object only hides
 * it: its bytes stay, and whoever asks for that version gets them.
 */
export class FormerVersions {
  readonly #client: Asked;
  readonly #bucket: string;
  readonly #log: Logger;
  #kept = false;
  #lookedAt = -Infinity;
  #isSaid = false;

  constructor(client: Asked, bucket: string, log: Logger) {
    this.#client = client;
    this.#bucket = bucket;
    this.#log = log;
  }

  /** Whether there may be any: also where versioning was on once. */
  async areKept(): Promise<boolean> {
    if (performance.now() - this.#lookedAt < KNOWN_MS) return this.#kept;
    try {
      const status = statusOf(await this.#client.getBucketVersioning(this.#bucket));
      this.#kept = status === 'Enabled' || status === 'Suspended';
    } catch (error) {
      if (!isRefused(error) && !isUnknownCall(error)) throw faultOf(error);
      this.#kept = false;
      if (isRefused(error)) this.#warn();
    }
    this.#lookedAt = performance.now();
    return this.#kept;
  }

  /**
   * Removes an object for good, the version that is shown last.
   * @returns whether there were any bytes of it
   */
  async remove(key: string): Promise<boolean> {
    try {
      const found = await this.#versionsOf(key);
      for (const { versionId } of found) await this.#client.removeObject(this.#bucket, key, { versionId });
      return found.some(({ isDeleteMarker }) => !isDeleteMarker);
    } catch (error) {
      throw faultOf(error);
    }
  }

  async #versionsOf(key: string): Promise<Version[]> {
    const found: Version[] = [];
    for await (const each of this.#client.listObjects(this.#bucket, key, true, { IncludeVersion: true })) {
      // Others begin with it.
      if (each.name === key) found.push(versionOf(each));
    }
    return found.sort((a, b) => Number(a.isLatest) - Number(b.isLatest));
  }

  #warn(): void {
    if (this.#isSaid) return;
    this.#isSaid = true;
    this.#log.warn(
      { bucket: this.#bucket },
      'whether the bucket keeps former versions of pictures cannot be seen, as the right s3:GetBucketVersioning is missing; if it does, pictures that are removed stay there as such versions',
    );
  }
}
