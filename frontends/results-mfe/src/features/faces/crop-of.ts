import type { BoundingBox } from '@numscope/contracts';

/** How much more than its box is shown of a face. */
const AROUND = 1.5;

/** The square around a face's box, in pixels of a picture of this size, moved so that it lies on the picture. */
export function cropOf(box: BoundingBox, width: number, height: number): { x: number; y: number; side: number } {
  const wanted = Math.max(box.width * width, box.height * height) * AROUND;
  const side = Math.max(1, Math.min(wanted, width, height));
  const inside = (middle: number, length: number): number => Math.min(Math.max(0, middle - side / 2), length - side);
  return {
    x: inside((box.left + box.width / 2) * width, width),
    y: inside((box.top + box.height / 2) * height, height),
    side,
  };
}
