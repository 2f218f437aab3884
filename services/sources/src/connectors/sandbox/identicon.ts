import { crc32, deflateSync } from 'node:zlib';
import { SeededRandom } from './seeded-random.ts';

const CELLS = 5;
const CELL_PX = 32;
const SIDE_PX = CELLS * CELL_PX;
const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** One chunk of a PNG: length, name, content and checksum (https://www.w3.org/TR/png-3/#5Chunk-layout). */
function chunk(name: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.byteLength);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

const shade = (random: SeededRandom): [number, number, number] => [
  60 + random.roll(150),
  60 + random.roll(150),
  60 + random.roll(150),
];

/**
 * A square of coloured cells, the same on its left and right: a neutral picture that is nobody's face. The same seed,
 * the same bytes.
 */
export function identicon(seed: string): Uint8Array {
  const random = new SeededRandom(seed);
  const cells = Array.from({ length: CELLS }, () => {
    const half = Array.from({ length: Math.ceil(CELLS / 2) }, () => random.roll(2));
    return [...half, ...half.slice(0, -1).reverse()];
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE_PX, 0);
  header.writeUInt32BE(SIDE_PX, 4);
  header.set([8, 3, 0, 0, 0], 8); // 8 bits, colours by a palette
  // Each line of pixels begins with its filter (none), and is the same for the whole height of its cells.
  const lines = cells.map((row) =>
    Buffer.concat([Buffer.of(0), ...row.map((colour) => Buffer.alloc(CELL_PX, colour))]),
  );
  const pixels = Buffer.concat(lines.flatMap((line) => Array.from({ length: CELL_PX }, () => line)));
  const palette = Uint8Array.from([245, 245, 245, ...shade(random)]);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', new Uint8Array()),
  ]);
}
