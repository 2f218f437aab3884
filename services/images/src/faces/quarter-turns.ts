import type { BoundingBox } from '@numscope/contracts';
import type { Pixels } from './encoder-protocol.ts';

/** How often something is turned clockwise by 90 degrees. */
export type Turn = 0 | 1 | 2 | 3;

/** Makes pixels of others, each of which is taken from the place that `from` names. */
function remade(
  { data, width, scale }: Pixels,
  size: { width: number; height: number },
  from: (x: number, y: number) => readonly [number, number],
): Pixels {
  const made = new Uint8Array(size.width * size.height * 3);
  for (let y = 0, to = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++, to += 3) {
      const [column, row] = from(x, y);
      const at = (row * width + column) * 3;
      made[to] = data[at] ?? 0;
      made[to + 1] = data[at + 1] ?? 0;
      made[to + 2] = data[at + 2] ?? 0;
    }
  return { data: made, width: size.width, height: size.height, scale };
}

/** A part of a picture, in whole pixels; what lies outside is left out. */
export function cutOf(pixels: Pixels, box: { x: number; y: number; width: number; height: number }): Pixels {
  const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))];
  const width = Math.max(1, Math.min(pixels.width, Math.floor(box.x + box.width)) - left);
  const height = Math.max(1, Math.min(pixels.height, Math.floor(box.y + box.height)) - top);
  return remade(pixels, { width, height }, (x, y) => [left + x, top + y]);
}

export const mirrored = (pixels: Pixels): Pixels => remade(pixels, pixels, (x, y) => [pixels.width - 1 - x, y]);

export function turned(pixels: Pixels, turn: Turn): Pixels {
  const [width, height] = [pixels.width - 1, pixels.height - 1];
  const onItsSide = { width: pixels.height, height: pixels.width };
  if (turn === 1) return remade(pixels, onItsSide, (x, y) => [y, height - x]);
  if (turn === 2) return remade(pixels, pixels, (x, y) => [width - x, height - y]);
  if (turn === 3) return remade(pixels, onItsSide, (x, y) => [width - y, x]);
  return pixels;
}

/** A box in parts of a picture that was turned, as it lies in the picture before that. */
export function boxBefore({ left, top, width, height }: BoundingBox, turn: Turn): BoundingBox {
  const [right, bottom] = [1 - left - width, 1 - top - height];
  if (turn === 1) return { left: top, top: right, width: height, height: width };
  if (turn === 2) return { left: right, top: bottom, width, height };
  if (turn === 3) return { left: bottom, top: left, width: height, height: width };
  return { left, top, width, height };
}
