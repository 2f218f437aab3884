import { column, type DatabaseSync } from '@numscope/adapters/sqlite';
import { type MovingService, onlyRow, tableRows } from '@numscope/adapters/moving-up';
import { imageKey, thumbnailKey } from '../pictures/blob-keys.ts';
import { openImageModel } from './image-model.mongo.ts';
import { imageOf, stateOf } from './image-rows.ts';
import { imageMigrations } from './image-schema.ts';

type Row = Readonly<Record<string, unknown>>;

const optional = (row: Row, name: string, as: string): Record<string, number> => {
  const value = column.numberOrNull(row, name);
  return value === null ? {} : { [as]: value };
};

/** The pictures' records, states included: who stored or removed one when it ended is followed by whoever comes next. */
export const movingImages: MovingService = {
  file: 'images.sqlite',
  migrations: imageMigrations,
  prepare: async (connection) => void (await openImageModel(connection)),
  carryings: (db) => [
    tableRows({
      entity: 'pictures',
      db,
      table: 'image',
      key: 'id',
      into: 'images',
      document(rows) {
        const row = onlyRow(rows);
        const { id: _id, ...image } = imageOf(row);
        return {
          _id,
          ...image,
          state: stateOf(row),
          sentAt: column.number(row, 'sent_at'),
          timesSent: column.number(row, 'times_sent'),
          ...optional(row, 'removing_at', 'removingAt'),
          ...optional(row, 'due_at', 'dueAt'),
        };
      },
    }),
  ],
};

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
