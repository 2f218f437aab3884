import { IncomingMessage } from 'node:http';
import type { BlobInfo, BlobStore, Logger } from '@numscope/platform';
import type { Client } from 'minio';
import { assertBlobKey } from '../embedded/blobs/blob-key.ts';
import { type EngineAccess, noAccess } from '../access/engine-access.ts';
import { untilEngineAnswers } from '../until-engine-answers.ts';
import { FormerVersions } from './former-versions.ts';
import { faultOf, isAbsent, isMadeAlready, isRefused, s3Client } from './s3-client.ts';
import { s3Diagnosis } from './s3-diagnosis.ts';
import { parseS3Url, type S3Address } from './s3-url.ts';

export interface S3BlobStoreOptions {
  /** `s3+http(s)://key:secret@host:port/bucket`, as `parseS3Url` reads it. */
  url: string;
  /** As whom, where the address does not say it: key and secret are user and password. */
  access?: EngineAccess;
  log: Logger;
  /** How long a start waits for the store; two minutes unless said. */
  startWithinMs?: number | undefined;
}

/** A listing says nothing of types, so each blob is asked for; as many at once. */
const ASKED_AT_ONCE = 16;

/** Blobs as objects of one bucket. The store replaces objects whole and shows them when they are durable. */
class S3BlobStore implements BlobStore {
  readonly #client: Client;
  readonly #hangUp: () => void;
  readonly #address: S3Address;
  readonly #former: FormerVersions;

  constructor(address: S3Address, access: EngineAccess, log: Logger) {
    const { client, hangUp } = s3Client(address, access);
    this.#client = client;
    this.#hangUp = hangUp;
    this.#address = address;
    this.#former = new FormerVersions(client, address.bucket, log);
  }

  /** Makes the bucket when it is missing. */
  async start(): Promise<void> {
    const { bucket, region } = this.#address;
    if (!(await this.#isThere(bucket))) await this.#make(bucket, region);
    // What cannot be seen is said now, and not when somebody's pictures are to go.
    await this.#former.areKept();
  }

  async #make(bucket: string, region: string): Promise<void> {
    try {
      await this.#client.makeBucket(bucket, region);
    } catch (error) {
      if (!isMadeAlready(error)) throw error;
    }
  }

  /** A refusal of HEAD has no body, so does not say whether it is the key, the secret or the rights: a listing does. */
  async #isThere(bucket: string): Promise<boolean> {
    try {
      return await this.#client.bucketExists(bucket);
    } catch (error) {
      if (isRefused(error)) await this.#client.listObjectsV2(bucket, '', false)[Symbol.asyncIterator]().next();
      throw error;
    }
  }

  async put(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    assertBlobKey(key);
    const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    await this.#ask((bucket) =>
      this.#client.putObject(bucket, key, body, body.length, { 'Content-Type': contentType }),
    );
  }

  async get(key: string) {
    assertBlobKey(key);
    const body = await this.#find((bucket) => this.#client.getObject(bucket, key));
    if (!body) return null;
    // Size and type come with the bytes: asked for apart, they could be those of another version.
    if (!(body instanceof IncomingMessage)) throw new Error('the blob store answered without headers');
    return { info: infoOf(key, Number(body.headers['content-length']), body.headers['content-type']), body };
  }

  async stat(key: string): Promise<BlobInfo | null> {
    assertBlobKey(key);
    const found = await this.#find((bucket) => this.#client.statObject(bucket, key));
    return found && infoOf(key, found.size, found.metaData['content-type']);
  }

  async delete(key: string): Promise<boolean> {
    assertBlobKey(key);
    if (await this.#former.areKept()) return this.#former.remove(key);
    // The store's own answer is the same whether there was something or not.
    if ((await this.stat(key)) === null) return false;
    await this.#ask((bucket) => this.#client.removeObject(bucket, key));
    return true;
  }

  async *list(prefix: string): AsyncIterable<BlobInfo> {
    let keys: string[] = [];
    const objects = this.#client.listObjectsV2(this.#address.bucket, prefix, true);
    try {
      for await (const { name } of objects) {
        if (typeof name === 'string') keys.push(name);
        if (keys.length < ASKED_AT_ONCE) continue;
        yield* await this.#infos(keys);
        keys = [];
      }
    } catch (error) {
      throw faultOf(error);
    }
    yield* await this.#infos(keys);
  }

  async check(): Promise<void> {
    const { bucket } = this.#address;
    if (!(await this.#ask(() => this.#client.bucketExists(bucket)))) throw new Error(`the bucket ${bucket} is gone`);
  }

  async close(): Promise<void> {
    this.#hangUp();
  }

  /** Those deleted since are left out. */
  async #infos(keys: readonly string[]): Promise<BlobInfo[]> {
    const infos = await Promise.all(keys.map((key) => this.stat(key)));
    return infos.filter((info) => info !== null);
  }

  /** Null when there is no such blob. */
  async #find<R>(work: (bucket: string) => Promise<R>): Promise<R | null> {
    try {
      return await work(this.#address.bucket);
    } catch (error) {
      if (isAbsent(error)) return null;
      throw faultOf(error);
    }
  }

  async #ask<R>(work: (bucket: string) => Promise<R>): Promise<R> {
    try {
      return await work(this.#address.bucket);
    } catch (error) {
      throw faultOf(error);
    }
  }
}

const infoOf = (key: string, bytes: number, contentType: unknown): BlobInfo => ({
  key,
  bytes,
  contentType: typeof contentType === 'string' ? contentType : 'application/octet-stream',
});

/**
 * Opens a bucket of MinIO or any other S3 as a blob store, and makes it when it is missing. Any number of processes may
 * have it open.
 * @throws Error when the address is wrong or the store could not be used in time; SettingsError for what of
 *   certificates, users and rights is to be mended
 */
export async function openS3BlobStore({
  url,
  access = noAccess,
  log,
  startWithinMs,
}: S3BlobStoreOptions): Promise<BlobStore> {
  const address = parseS3Url(url);
  const store = new S3BlobStore(address, access, log);
  try {
    const engine = `the blob store at ${address.host}:${address.port}`;
    await untilEngineAnswers({ engine, diagnosis: s3Diagnosis(address, access), log, withinMs: startWithinMs }, () =>
      store.start(),
    );
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}
