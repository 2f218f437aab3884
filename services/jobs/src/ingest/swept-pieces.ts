import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of used pieces that are left lying at most. A sweep takes half a millisecond. */
const SWEPT_BYTES = 4 * 1024 * 1024;

// The only way to a sweep of the young heap: contexts made while the flag is set have the function.
setFlagsFromString('--expose-gc');
const sweep = runInNewContext('gc') as (options: { type: 'minor' }) => void;
setFlagsFromString('--no-expose-gc');

/**
 * The pieces of a body, each to be used before the next is asked for; the memory of used ones is given back in time.
 * The heap would sweep only when 64 MB of them lie about, because it counts little more than the small objects that
 * hold them.
 */
export async function* sweptPieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let used = 0;
  for await (const piece of body) {
    yield piece;
    used += piece.length;
    if (used < SWEPT_BYTES) continue;
    used = 0;
    sweep({ type: 'minor' });
  }
}
