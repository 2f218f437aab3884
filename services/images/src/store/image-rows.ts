import type { StoredImage } from '@numscope/contracts';
import type { ImageState } from './image-store.port.ts';

// Read in a thread of its own, where the schemas would cost more memory than everything else it does: its rows are its
// own.
type Row = Readonly<Record<string, unknown>>;

/** @throws Error when it is no state that was ever written */
export function stateOf(row: Row): ImageState {
  const { state } = row;
  if (state === 'PENDING' || state === 'STORED' || state === 'REMOVING') return state;
  throw new Error(`an unknown state of a picture: ${String(state)}`);
}

const imageTypes: readonly StoredImage['type'][] = ['image/jpeg', 'image/png', 'image/webp'];

/** @throws Error when it is no type that was ever written */
export function imageOf(row: Row): StoredImage {
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
