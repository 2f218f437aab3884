import { column, type SqlRow } from '@numscope/adapters/sqlite';
import type { StoredImage } from '@numscope/contracts';
import type { ImageState } from '../image-store.port.ts';

const imageStates: readonly ImageState[] = ['PENDING', 'STORED', 'REMOVING'];

/** @throws Error when it is no state that was ever written */
export const stateOf = (row: SqlRow): ImageState => column.oneOf(row, 'state', imageStates);

const imageTypes: readonly StoredImage['type'][] = ['image/jpeg', 'image/png', 'image/webp'];

/** @throws Error when it is no type that was ever written */
export function imageOf(row: SqlRow): StoredImage {
  return {
    id: column.text(row, 'id'),
    type: column.oneOf(row, 'type', imageTypes),
    width: column.number(row, 'width'),
    height: column.number(row, 'height'),
    bytes: column.number(row, 'bytes'),
  };
}
