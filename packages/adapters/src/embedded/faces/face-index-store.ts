import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
// Types alone: a thread loads no more of it.
import type { FaceVector, NearFace } from '@numscope/platform';
import type { Index } from 'usearch';
import { column, dropDamaged, openDatabase, scrub, transaction } from '../../sqlite/index.ts';
import { FaceKeys, faceKeyMigrations } from './face-keys.ts';
import { dropOtherVectors, emptyVectors, loadVectors, saveVectors } from './vector-file.ts';

export interface FaceIndexOptions {
  /** A folder of its own, made when missing. */
  folder: string;
  /** Vectors of another model are dropped. */
  model: string;
  length: number;
}

/** It finds a face of nobody: no face has this key. */
const NOBODY = 0n;
const ONE_THREAD = 1;

/** Runs in a worker thread. */
export function open({ folder, model, length }: FaceIndexOptions) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'keys.sqlite');
  dropDamaged(path);
  const db = openDatabase({ path, migrations: faceKeyMigrations, synchronous: 'NORMAL' });
  const keys = new FaceKeys(db);
  const sql = {
    count: db.prepare('SELECT count(*) AS faces FROM face'),
    put: db.prepare('INSERT INTO face (key, id, save) VALUES (?, ?, ?)'),
    remove: db.prepare('DELETE FROM face WHERE key = ?'),
    gone: db.prepare('INSERT OR IGNORE INTO gone (key) VALUES (?)'),
    saved: db.prepare('SELECT model, save, at, bytes, checksum FROM saved'),
    keep: db.prepare('INSERT INTO saved (model, save, at, bytes, checksum) VALUES (?, ?, ?, ?, ?)'),
  };
  // Keys are larger than a number can be, also those that SQLite tells of what it wrote.
  for (const statement of [sql.put, sql.remove, sql.gone]) statement.setReadBigInts(true);
  const fileOf = (save: number): string => join(folder, `vectors-${save}.usearch`);
  const zeros = new Float32Array(length);
  let index: Index;
  let save = 0;
  let savedAt = 0;
  let changed = 0;
  let faces = 0;

  /** Takes a vector out and overwrites it: a place that is free keeps its numbers, in memory and in the file. */
  function erase(key: bigint): void {
    if (!index.contains(BigInt.asUintN(64, key))) return;
    index.remove(BigInt.asUintN(64, key));
    index.add(NOBODY, zeros, ONE_THREAD);
    index.remove(NOBODY);
  }

  function begin(): void {
    index = emptyVectors(length);
    transaction(db, () => db.exec('DELETE FROM face; DELETE FROM gone; DELETE FROM saved'));
    dropOtherVectors(folder, null);
    [savedAt, changed, faces] = [0, 0, 0];
  }

  /** What was saved last, as it was then; changes since come from the records. */
  function load(): boolean {
    const row = sql.saved.get();
    if (!row || column.text(row, 'model') !== `${model}/${length}`) return false;
    save = column.number(row, 'save');
    const saved = { bytes: column.number(row, 'bytes'), checksum: column.number(row, 'checksum') };
    const loaded = loadVectors(fileOf(save), length, saved);
    if (!loaded) return false;
    index = loaded;
    savedAt = column.number(row, 'at');
    const gone = db.prepare('SELECT key FROM gone');
    gone.setReadBigInts(true);
    const lost = gone.all();
    for (const { key } of lost) erase(BigInt(key as bigint));
    transaction(db, () => db.prepare('DELETE FROM face WHERE save > ?').run(save));
    dropOtherVectors(folder, fileOf(save));
    faces = column.number(sql.count.get() ?? {}, 'faces');
    changed = lost.length;
    return index.size() === faces;
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
      sql.keep.run(`${model}/${length}`, next, at, bytes, checksum);
    });
    dropOtherVectors(folder, fileOf(next));
    [save, savedAt, changed] = [next, at, 0];
  }

  return {
    add(vectors: readonly FaceVector[]): void {
      change(() => {
        for (const { id, vector } of vectors) {
          drop(id);
          const key = keys.free(id);
          const place = BigInt.asUintN(64, key);
          if (index.contains(place)) index.remove(place);
          index.add(place, vector, ONE_THREAD);
          sql.put.run(key, id, save + 1);
          faces++;
          changed++;
        }
      });
    },
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
    clear: (): void => begin(),
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
