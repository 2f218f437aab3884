import { nameOfChunk } from './chunks.ts';
import type { Through } from './cipher.ts';
import type { PackIndex } from './pack-index.ts';
import { cut, readThrough } from './streams.ts';

/** A piece of a file, under the name that it has by its content. */
interface Piece {
  name: string;
  bytes: Uint8Array;
}

interface Reading {
  through: Through;
  /** The key that names pieces; null: they are named by their SHA-256. */
  hashKey: string | null;
  isWanted(name: string): boolean;
}

/**
 * The pieces of a pack that somebody wants, in the order in which they lie there.
 * @throws Error that names the pack when it is not what its index says, or one of them not what its name says
 */
export async function* piecesIn(
  pack: string,
  chunks: PackIndex['chunks'],
  { through, hashKey, isWanted }: Reading,
): AsyncIterable<Piece> {
  const lengths = chunks.map(([, length]) => length);
  let at = 0;
  for await (const bytes of cut(readThrough(pack, through), lengths)) {
    const [name = ''] = chunks[at++] ?? [];
    if (!isWanted(name)) continue;
    if (nameOfChunk(bytes, hashKey) !== name)
      throw new Error(`${pack} is damaged: a piece of it is not what its name says`);
    yield { name, bytes };
  }
}
