import { column, type SqlRow } from '@numscope/adapters/sqlite';
import type { EncodedFace } from '../../faces/face-encoder.port.ts';
import type { FaceRecord } from '../../faces/face-store.port.ts';
import { vectorOf } from '../../faces/vector-bytes.ts';

type Seen = Omit<EncodedFace, 'vector'>;

export const seenText = ({ boundingBox, confidence, quality, estimates }: Seen): string =>
  JSON.stringify({ boundingBox, confidence, quality, estimates } satisfies Seen);

export function faceOf(row: SqlRow): FaceRecord {
  const vector = row['vector'];
  if (!(vector instanceof Uint8Array)) throw new Error('a face has no vector');
  return {
    id: column.text(row, 'id'),
    imageId: column.text(row, 'image_id'),
    model: column.text(row, 'model'),
    ...(JSON.parse(column.text(row, 'seen')) as Seen),
    vector: vectorOf(vector),
  };
}
