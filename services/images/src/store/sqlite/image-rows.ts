import type { SqlRow } from '@numscope/adapters/sqlite';
import type { StoredImage } from '@numscope/contracts';
import type { ImageState } from '../image-store.port.ts';

/** @throws Error when it is no state that was ever written */
export function stateOf(row: SqlRow): ImageState {
  const { state } = row;
  if (state === 'PENDING' || state === 'STORED' || state === 'REMOVING') return state;
  throw new Error(`an unknown state of a picture: ${String(state)}`);
}

const imageTypes: readonly StoredImage['type'][] = ['image/jpeg', 'image/png', 'image/webp'];

/** @throws Error when it is no type that was ever written */
export function imageOf(row: SqlRow): StoredImage {
  const type = imageTypes.find((known) => known === row['type']);
  if (!type) throw new Error(`an unknown type of a picture: ${String(row['type'])}`);
  return {
    id: String(row['id']),
    type,
    width: Number(row['width']),
    height: Number(row['height']),
    bytes: Number(row['bytes']),
  };
}
