import { expect, it } from '@jest/globals';
import { sweptPieces } from '../src/ingest/swept-pieces.ts';

const PIECE_BYTES = 64 * 1024;
const PIECES = 4000;
const MB = 1024 * 1024;

async function* body(): AsyncGenerator<Uint8Array, void> {
  for (let index = 0; index < PIECES; index++) yield Buffer.allocUnsafeSlow(PIECE_BYTES).fill(index % 251);
}

it('leaves little of a large body in memory, and hands out all of it', async () => {
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  let right = 0;
  for await (const piece of sweptPieces(body())) {
    if (piece.length === PIECE_BYTES && piece[0] === right % 251) right++;
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  expect(right).toBe(PIECES);
  expect(most).toBeLessThan(24 * MB);
});

it('says what broke the body off', async () => {
  const broken = async function* (): AsyncGenerator<Uint8Array, void> {
    yield new Uint8Array(1);
    throw new Error('the sender went away');
  };
  const pieces = sweptPieces(broken());
  expect((await pieces.next()).done).toBe(false);
  await expect(pieces.next()).rejects.toThrow('the sender went away');
});
