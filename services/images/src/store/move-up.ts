import { column, type SqlRow } from '@numscope/adapters/sqlite';
import { type MovingService, tableRows } from '@numscope/adapters/moving-up';
import { numberOfFace } from '../faces/face-ids.ts';
import { openImages } from './mongo/image-documents.ts';
import { faceDocument } from './mongo/face-documents.ts';
import { faceOf } from './sqlite/face-rows.ts';
import { imageOf, stateOf } from './sqlite/image-rows.ts';
import { imageMigrations } from './sqlite/image-schema.ts';
import { timesOf } from './search-times.ts';
import { noticeId, NOTICES } from './mongo/searcher-store.ts';

const optional = (row: SqlRow, name: string, as: string): Record<string, number> => {
  const value = column.numberOrNull(row, name);
  return value === null ? {} : { [as]: value };
};

/** What a model saw on a picture, and what came of it, as both stand in the picture's document. */
function lookOf(row: SqlRow, faces: readonly SqlRow[]): Record<string, unknown> {
  const model = column.text(row, 'face_model');
  if (model === '') return {};
  const reason = column.textOrNull(row, 'face_reason');
  const kept = faces.map((face) => column.number(face, 'kept_at'));
  return {
    look: {
      model,
      state: column.oneOf(row, 'face_state', ['LOOKED', 'FAILED']),
      ...(reason === null ? {} : { reason }),
      at: Math.max(0, ...kept),
      faces: faces.length,
    },
    faces: faces
      .map(faceOf)
      .sort((a, b) => numberOfFace(a.id) - numberOfFace(b.id))
      .map(faceDocument),
  };
}

/**
 * The pictures' records, states included: who stored or removed one when it ended is followed by whoever comes next.
 */
export const movingImages: MovingService = {
  file: 'images.sqlite',
  migrations: imageMigrations,
  prepare: async (connection) => void (await openImages(connection)),
  carryings(db) {
    const faces = db.prepare('SELECT * FROM face WHERE image_id = ?');
    return [
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
            ...lookOf(row, faces.all(_id)),
          };
        },
      }),
      tableRows({
        entity: 'searches by faces in the last hour',
        db,
        table: 'face_searcher',
        key: 'user_id',
        into: 'face_searchers',
        document: (row) => ({
          _id: column.text(row, 'user_id'),
          times: timesOf(column.text(row, 'times')),
          version: 1,
        }),
      }),
      tableRows({
        entity: 'agreements to the notice about face search',
        db,
        table: 'face_notice',
        key: 'rowid',
        into: NOTICES,
        document: (row) => ({
          _id: noticeId(column.text(row, 'user_id'), column.text(row, 'hash')),
          userName: column.text(row, 'user_name'),
          at: column.number(row, 'at'),
        }),
      }),
    ];
  },
};

export { pictureKeys } from './sqlite/picture-keys.ts';
