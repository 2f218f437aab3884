import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from '@numscope/adapters/sqlite';
import { openFileBlobStore } from '@numscope/adapters/embedded';
import { pictureKeys } from '@numscope/images/store/move-up';
import type { BlobStore } from '@numscope/platform';
import { canonical, Digest } from './digest.ts';
import type { Ledger } from './ledger.ts';
import type { Line } from './line.ts';
import { retryWhileAway } from './retry-while-away.ts';
import { Progress } from './progress.ts';

const ENTITY = 'files of pictures';
const MOST_FAULTS = 5;
/** Pictures between two notes of how far it is. */
const NOTE_EVERY = 20;

interface File {
  bytes: Buffer;
  contentType: string;
}

async function read(blobs: BlobStore, key: string): Promise<File | null> {
  const found = await blobs.get(key);
  return found && { bytes: Buffer.concat(await found.body.toArray()), contentType: found.info.contentType };
}

const digestOf = (key: string, { bytes, contentType }: File): string =>
  canonical({ key, contentType, sha256: createHash('sha256').update(bytes).digest('hex') });

/** The bytes of pictures, under the same keys. */
export class Pictures {
  readonly #from: BlobStore;
  readonly #to: BlobStore;
  readonly #db: DatabaseSync;
  readonly #say: (line: string) => void;

  static async open(dataDir: string, to: BlobStore, db: DatabaseSync, say: (line: string) => void): Promise<Pictures> {
    return new Pictures(await openFileBlobStore({ dir: join(dataDir, 'blobs') }), to, db, say);
  }

  private constructor(from: BlobStore, to: BlobStore, db: DatabaseSync, say: (line: string) => void) {
    this.#from = from;
    this.#to = to;
    this.#db = db;
    this.#say = say;
  }

  async carry(ledger: Ledger): Promise<void> {
    const part = await retryWhileAway(() => ledger.part(ENTITY));
    const progress = new Progress(this.#say, ENTITY, this.#total(), part.done);
    if (!part.ended) {
      let pictures = 0;
      for (const { id, keys } of pictureKeys(this.#db, String(part.cursor ?? ''))) {
        for (const key of keys) {
          const file = await read(this.#from, key);
          if (!file) continue;
          await retryWhileAway(() => this.#to.put(key, file.bytes, file.contentType));
          progress.add(1);
        }
        if (++pictures % NOTE_EVERY === 0)
          await retryWhileAway(() => ledger.note(ENTITY, { cursor: id, done: progress.done, ended: false }));
      }
      await retryWhileAway(() => ledger.note(ENTITY, { cursor: null, done: progress.done, ended: true }));
    }
    progress.tell();
  }

  async compare(): Promise<Line> {
    const progress = new Progress(this.#say, `${ENTITY} compared`, this.#total());
    const [from, to] = [new Digest(), new Digest()];
    const faults: string[] = [];
    for (const { keys } of pictureKeys(this.#db, '')) {
      for (const key of keys) {
        const there = await read(this.#from, key);
        const here = await retryWhileAway(() => read(this.#to, key));
        if (there) from.add(digestOf(key, there));
        if (here) to.add(digestOf(key, here));
        if ((!there || !here || digestOf(key, there) !== digestOf(key, here)) && faults.length < MOST_FAULTS)
          faults.push(
            there ? `${key} is ${here ? 'not the same' : 'missing'}` : `${key} is missing where it comes from`,
          );
        progress.add(1);
      }
    }
    progress.tell();
    return { entity: ENTITY, from: from.side, to: to.side, faults };
  }

  /** A picture and its small version. */
  #total(): number {
    return (
      2 * Number(this.#db.prepare(`SELECT count(*) AS pictures FROM image WHERE state = 'STORED'`).get()?.['pictures'])
    );
  }
}
