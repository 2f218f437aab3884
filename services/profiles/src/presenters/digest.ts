import { createHash } from 'node:crypto';

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
