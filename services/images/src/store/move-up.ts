import { column, type SqlRow } from '@numscope/adapters/sqlite';
import { type MovingService, tableRows } from '@numscope/adapters/moving-up';
import { openImageModel } from './image-model.mongo.ts';
import { imageOf, stateOf } from './image-rows.ts';
import { imageMigrations } from './image-schema.ts';

const optional = (row: SqlRow, name: string, as: string): Record<string, number> => {
  const value = column.numberOrNull(row, name);
  return value === null ? {} : { [as]: value };
};

/**
 * The pictures' records, states included: who stored or removed one when it ended is followed by whoever comes next.
 */
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
      document(row) {
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

export { pictureKeys } from './picture-keys.ts';
