import { column, type DatabaseSync } from '@numscope/adapters/sqlite';
import { imageKey, thumbnailKey } from '../../pictures/blob-keys.ts';

const PAGE_ROWS = 500;

/** The keys of the bytes of all pictures that can be read, in order of the pictures, after the picture `after`. */
export function* pictureKeys(db: DatabaseSync, after: string): Iterable<{ id: string; keys: string[] }> {
  const next = db.prepare(`SELECT id FROM image WHERE id > ? AND state = 'STORED' ORDER BY id LIMIT ${PAGE_ROWS}`);
  for (let last: string | undefined = after; last !== undefined;) {
    const ids: string[] = next.all(last).map((row) => column.text(row, 'id'));
    for (const id of ids) yield { id, keys: [imageKey(id), thumbnailKey(id)] };
    last = ids.at(-1);
  }
}

/** Whether the records say that a picture's bytes are there. */
export function isStored(db: DatabaseSync): (id: string) => boolean {
  const state = db.prepare(`SELECT 1 FROM image WHERE id = ? AND state = 'STORED'`);
  return (id) => state.get(id) !== undefined;
}

/** Bytes of all pictures, without their small versions. */
export const pictureBytes = (db: DatabaseSync): number =>
  Number(db.prepare(`SELECT coalesce(sum(bytes), 0) AS bytes FROM image WHERE state = 'STORED'`).get()?.['bytes']);

export { pictureOfKey } from '../../pictures/blob-keys.ts';
