import { createHash } from 'node:crypto';
import type { Profile } from '@numscope/contracts';

/** How many profiles went out and the SHA-256 of their bytes: by these a receiver knows that an export is whole. */
export class Digest {
  readonly #hash = createHash('sha256');
  #hex: string | undefined;
  count = 0;

  /** Notes a piece before it is sent. */
  add<Piece extends string | Buffer>(piece: Piece, profiles: number): Piece {
    this.#hash.update(piece);
    this.count += profiles;
    return piece;
  }

  /** Nothing can be added after this. */
  hex(): string {
    this.#hex ??= this.#hash.digest('hex');
    return this.#hex;
  }
}

/** What is written of profiles, a piece for each slice of them. */
export async function* piecesOf(
  slices: AsyncIterable<string[]>,
  digest: Digest,
  write: (profile: Profile) => string,
): AsyncGenerator<string> {
  for await (const texts of slices)
    // As the store itself writes them.
    if (texts.length > 0)
      yield digest.add(texts.map((text) => write(JSON.parse(text) as Profile)).join(''), texts.length);
}
