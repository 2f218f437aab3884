import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from '@numscope/adapters/sqlite';
import { CutOffBlob, openFileBlobStore } from '@numscope/adapters/embedded';
import { pictureKeys } from '@numscope/images/store/move-up';
import { isStored, pictureOfKey } from '@numscope/images/store/picture-keys';
import type { BlobStore } from '@numscope/platform';
import { canonical, Digest } from './digest.ts';
import type { Ledger, Lost } from './ledger.ts';
import type { Line } from './line.ts';
import { retryWhileAway } from './retry-while-away.ts';
import { Progress } from './progress.ts';
import { pictureFolders } from './target.ts';

const ENTITY = 'files of pictures';
const MOST_NAMED = 5;
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

/** Null where the folder has no such file, or only its beginning. */
async function readOwn(blobs: BlobStore, key: string): Promise<File | null> {
  try {
    return await read(blobs, key);
  } catch (error) {
    if (error instanceof CutOffBlob) return null;
    throw error;
  }
}

const digestOf = (key: string, { bytes, contentType }: File): string =>
  canonical({ key, contentType, sha256: createHash('sha256').update(bytes).digest('hex') });

type PictureNotes = Pick<Ledger, 'part' | 'note' | 'noteFiles' | 'filesAfter'>;

/** The bytes of pictures, under the same keys. */
export class Pictures {
  readonly #from: BlobStore;
  readonly #to: BlobStore;
  readonly #db: DatabaseSync;
  readonly #isKnown: (id: string) => boolean;
  readonly #say: (line: string) => void;

  static async open(dataDir: string, to: BlobStore, db: DatabaseSync, say: (line: string) => void): Promise<Pictures> {
    return new Pictures(await openFileBlobStore({ dir: join(dataDir, 'blobs') }), to, db, say);
  }

  private constructor(from: BlobStore, to: BlobStore, db: DatabaseSync, say: (line: string) => void) {
    this.#from = from;
    this.#to = to;
    this.#db = db;
    this.#isKnown = isStored(db);
    this.#say = say;
  }

  /** Removes what a former run brought and the installation has no more, as what was erased since; nothing of others. */
  async removeFormer(ledger: Pick<Ledger, 'filesAfter'>): Promise<void> {
    let last: string | undefined = '';
    while (last !== undefined) {
      const after: string = last;
      const keys = await retryWhileAway(() => ledger.filesAfter(after));
      for (const key of keys) if (!this.#isOurs(key)) await retryWhileAway(() => this.#to.delete(key));
      last = keys.at(-1);
    }
  }

  async carry(ledger: PictureNotes): Promise<void> {
    const part = await retryWhileAway(() => ledger.part(ENTITY));
    const progress = new Progress(this.#say, ENTITY, this.#total(), part.done);
    if (!part.ended) {
      for (const pictures of inGroups(pictureKeys(this.#db, String(part.cursor ?? '')), NOTE_EVERY)) {
        const keys = pictures.flatMap((picture) => picture.keys);
        // Before they are there, so that none is that nobody knows of.
        await retryWhileAway(() => ledger.noteFiles(keys));
        for (const key of keys) if (await this.#put(key)) progress.add(1);
        const cursor = pictures.at(-1)?.id ?? null;
        await retryWhileAway(() => ledger.note(ENTITY, { cursor, done: progress.done, ended: false }));
      }
      await retryWhileAway(() => ledger.note(ENTITY, { cursor: null, done: progress.done, ended: true }));
    }
    progress.tell();
  }

  /** Reads all that should have come on both sides; what was lost before is on neither. */
  async compare(): Promise<{ line: Line; lost: Lost }> {
    const progress = new Progress(this.#say, `${ENTITY} compared`, this.#total());
    const [from, to] = [new Digest(), new Digest()];
    const faults: string[] = [];
    const lost: Lost = { count: 0, some: [] };
    for (const { keys } of pictureKeys(this.#db, '')) {
      for (const key of keys) {
        const there = await readOwn(this.#from, key);
        if (!there) {
          if (++lost.count <= MOST_NAMED) lost.some.push(key);
          continue;
        }
        const here = await retryWhileAway(() => read(this.#to, key));
        from.add(digestOf(key, there));
        if (here) to.add(digestOf(key, here));
        if ((!here || digestOf(key, there) !== digestOf(key, here)) && faults.length < MOST_NAMED)
          faults.push(`${key} is ${here ? 'not the same' : 'missing'}`);
        progress.add(1);
      }
    }
    progress.tell();
    const stranger = await retryWhileAway(() => this.#strangers());
    if (stranger !== null) faults.push(stranger);
    return { line: { entity: ENTITY, from: from.side, to: to.side, faults }, lost };
  }

  async #put(key: string): Promise<boolean> {
    const file = await readOwn(this.#from, key);
    if (file) await retryWhileAway(() => this.#to.put(key, file.bytes, file.contentType));
    return file !== null;
  }

  /** In words, what of pictures the bucket has and the installation has not: others put it there. */
  async #strangers(): Promise<string | null> {
    let count = 0;
    let first = '';
    for (const folder of pictureFolders)
      for await (const { key } of this.#to.list(folder)) if (!this.#isOurs(key) && count++ === 0) first = key;
    if (count === 0) return null;
    return `the bucket holds ${count} that nobody carried, as ${first}; remove them, or name another bucket`;
  }

  #isOurs(key: string): boolean {
    return this.#isKnown(pictureOfKey(key));
  }

  /** A picture and its small version. */
  #total(): number {
    return (
      2 * Number(this.#db.prepare(`SELECT count(*) AS pictures FROM image WHERE state = 'STORED'`).get()?.['pictures'])
    );
  }
}

function* inGroups<T>(items: Iterable<T>, size: number): Iterable<T[]> {
  let group: T[] = [];
  for (const item of items) {
    if (group.push(item) < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** In words, which files could not come. */
export function lostInWords({ count, some }: Lost): string {
  const named = some.map((key) => `  - ${key}`).join('\n');
  const more = count > some.length ? `\n  and ${count - some.length} more` : '';
  return `${count} files of pictures that the records name were lost or cut off in the folder before, and could not come:\n${named}${more}`;
}
