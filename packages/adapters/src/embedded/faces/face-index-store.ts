import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
// Types alone: a thread loads no more of it.
import type { FaceVector, NearFace } from '@numscope/platform';
import type { Index } from 'usearch';
import { column, dropDamaged, openDatabase, scrub, transaction } from '../../sqlite/index.ts';
import { FaceKeys, faceKeyMigrations } from './face-keys.ts';
import { dropOtherVectors, emptyVectors, farAway, loadVectors, saveVectors } from './vector-file.ts';

export interface FaceIndexOptions {
  /** A folder of its own, made when missing. */
  folder: string;
  /** Vectors of another model are dropped. */
  model: string;
  length: number;
}

const ONE_THREAD = 1;
/** Raise it where vectors are kept otherwise than before: what was saved is dropped, and made anew from the records. */
const SHAPE = 2;
/** Faces may be out of reach once so many were added, and so large a part of all. */
const LEAST_UNMENDED = 500;
const UNMENDED_PART = 0.25;
/** Filled places of removed faces that may stay, or as many as there are faces. */
const LEAST_SPARE = 10_000;
/** How many identical vectors a search tells apart. */
const ALIKE = 10;

/** Runs in a worker thread. */
export function open({ folder, model, length }: FaceIndexOptions) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const kind = `${model}/${length}/${SHAPE}`;
  const path = join(folder, 'keys.sqlite');
  dropDamaged(path);
  const db = openDatabase({ path, migrations: faceKeyMigrations, synchronous: 'NORMAL' });
  const keys = new FaceKeys(db);
  const sql = {
    count: db.prepare('SELECT count(*) AS faces FROM face'),
    put: db.prepare('INSERT INTO face (key, id, save) VALUES (?, ?, ?)'),
    remove: db.prepare('DELETE FROM face WHERE key = ?'),
    gone: db.prepare('INSERT OR IGNORE INTO gone (key) VALUES (?)'),
    saved: db.prepare('SELECT model, save, at, bytes, checksum, spare, unmended FROM saved'),
    keep: db.prepare(
      'INSERT INTO saved (model, save, at, bytes, checksum, spare, unmended) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
  };
  // Keys are larger than a number can be, also those that SQLite tells of what it wrote.
  for (const statement of [sql.put, sql.remove, sql.gone]) statement.setReadBigInts(true);
  const fileOf = (save: number): string => join(folder, `vectors-${save}.usearch`);
  let index: Index;
  let save = 0;
  let savedAt = 0;
  let changed = 0;
  let faces = 0;
  /** Places of faces that went, under the keys from 1 to this. */
  let spare = 0;
  /** Added since all that were there were in reach. */
  let unmended = 0;

  /**
   * Takes a vector out. The index marks its place as free and keeps the numbers, in memory and in the file, and the next
   * vector comes to the place that was free first: so each place is filled at once, and none is ever free.
   */
  function erase(key: bigint): void {
    const place = BigInt.asUintN(64, key);
    if (!index.contains(place)) return;
    index.remove(place);
    index.add(BigInt(++spare), farAway(length), ONE_THREAD);
  }

  function begin(): void {
    index = emptyVectors(length);
    transaction(db, () => db.exec('DELETE FROM face; DELETE FROM gone; DELETE FROM saved'));
    dropOtherVectors(folder, null);
    [savedAt, changed, faces, spare, unmended] = [0, 0, 0, 0, 0];
  }

  /** What was saved last, as it was then; changes since come from the records. */
  function load(): boolean {
    const row = sql.saved.get();
    if (!row || column.text(row, 'model') !== kind) return false;
    save = column.number(row, 'save');
    const saved = { bytes: column.number(row, 'bytes'), checksum: column.number(row, 'checksum') };
    const loaded = loadVectors(fileOf(save), length, saved);
    if (!loaded) return false;
    index = loaded;
    savedAt = column.number(row, 'at');
    [spare, unmended] = [column.number(row, 'spare'), column.number(row, 'unmended')];
    const gone = db.prepare('SELECT key FROM gone');
    gone.setReadBigInts(true);
    const lost = gone.all();
    for (const { key } of lost) erase(BigInt(key as bigint));
    transaction(db, () => db.prepare('DELETE FROM face WHERE save > ?').run(save));
    dropOtherVectors(folder, fileOf(save));
    faces = column.number(sql.count.get() ?? {}, 'faces');
    changed = lost.length;
    // Its memory comes back only where it is made anew.
    return index.size() === faces + spare && spare <= Math.max(faces, LEAST_SPARE);
  }
  if (!load()) begin();

  function drop(id: string): void {
    const key = keys.find(id);
    if (key === null) return;
    erase(key);
    sql.remove.run(key);
    sql.gone.run(key);
    faces--;
    changed++;
  }

  /** In the place of what it was. */
  function put({ id, vector }: FaceVector): void {
    drop(id);
    const key = keys.free(id);
    erase(key);
    if (spare > 0) index.remove(BigInt(spare--));
    index.add(BigInt.asUintN(64, key), vector, ONE_THREAD);
    sql.put.run(key, id, save + 1);
    faces++;
    changed++;
  }

  function change(work: () => void): void {
    try {
      transaction(db, work);
    } catch (error) {
      faces = column.number(sql.count.get() ?? {}, 'faces');
      throw error;
    }
  }

  function write(): void {
    const at = Date.now();
    const next = save + 1;
    const { bytes, checksum } = saveVectors(index, fileOf(next));
    transaction(db, () => {
      db.exec('DELETE FROM saved; DELETE FROM gone');
      sql.keep.run(kind, next, at, bytes, checksum, spare, unmended);
    });
    dropOtherVectors(folder, fileOf(next));
    [save, savedAt, changed] = [next, at, 0];
  }

  return {
    add(vectors: readonly FaceVector[]): void {
      change(() => vectors.forEach(put));
      unmended += vectors.length;
    },
    renew: (vectors: readonly FaceVector[]): void =>
      change(() => vectors.filter(({ id }) => keys.find(id) !== null).forEach(put)),
    lost: (vectors: readonly FaceVector[]): string[] =>
      vectors.flatMap(({ id, vector }) => {
        const key = keys.find(id);
        if (key === null) return [];
        const found = index.search(vector, Math.min(ALIKE, faces), ONE_THREAD).keys;
        return found.includes(BigInt.asUintN(64, key)) ? [] : [id];
      }),
    /** Whether faces may be out of reach. */
    worn: (): boolean => unmended > Math.max(LEAST_UNMENDED, faces * UNMENDED_PART),
    /** All that was there when reach was looked at is in reach; what was added meanwhile counts on. */
    mended(were: number): void {
      unmended -= were;
      changed++;
    },
    unmended: (): number => unmended,
    remove: (ids: readonly string[]): void => change(() => ids.forEach(drop)),
    near(vector: Float32Array, count: number): NearFace[] {
      if (faces === 0) return [];
      const found = index.search(vector, Math.min(count, faces), ONE_THREAD);
      return Array.from(found.keys).flatMap((key, place) => {
        const id = keys.idOf(key);
        return id === null ? [] : [{ id, distance: Math.sqrt(Math.max(0, found.distances[place] ?? 0)) }];
      });
    },
    missing: (ids: readonly string[]): string[] => ids.filter((id) => keys.find(id) === null),
    idsAfter: (after: string, limit: number): string[] => keys.after(after, limit),
    behindSince: (): number => savedAt,
    size: (): number => faces,
    /** Changes since the last save. */
    changes: (): number => changed,
    save: write,
    scrub(): void {
      if (changed > 0) write();
      scrub(db);
    },
    check: (): void => void sql.count.get(),
    close: (): void => db.close(),
  };
}
