import { ENCODER_SIDE, type Pixels } from './encoder-protocol.ts';

/** Where the measure reaches a half. */
const HALF = 0.02;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The lightness of a box of a picture, brought to a square of some pixels a side, each the mean of what it covers. */
function lightness({ data, width, height }: Pixels, box: Box, side: number): Float64Array {
  const grey = new Float64Array(side * side);
  const at = (x: number, y: number): number => {
    const from = (Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))) * 3;
    return 0.299 * (data[from] ?? 0) + 0.587 * (data[from + 1] ?? 0) + 0.114 * (data[from + 2] ?? 0);
  };
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const [left, right] = [0, 1].map((n) => Math.floor(box.x + ((column + n) * box.width) / side));
      const [top, bottom] = [0, 1].map((n) => Math.floor(box.y + ((row + n) * box.height) / side));
      let [sum, count] = [0, 0];
      for (let y = top ?? 0; y < Math.max(bottom ?? 0, (top ?? 0) + 1); y++)
        for (let x = left ?? 0; x < Math.max(right ?? 0, (left ?? 0) + 1); x++, count++) sum += at(x, y);
      grey[row * side + column] = sum / count;
    }
  return grey;
}

function variance(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}

/**
 * How sharp a face is, 0 to 1: the variance of the Laplacian (Pech-Pacheco and others, 'Diatom autofocusing in
 * brightfield microscopy', ICPR 2000) in parts of the variance of the lightness itself, so that a dark picture counts
 * like a bright one.
 */
export function sharpnessOf(pixels: Pixels, box: Box): number {
  // At the size at which the encoder sees it, or at its own where that is smaller.
  const side = Math.max(8, Math.min(ENCODER_SIDE, Math.round(Math.min(box.width, box.height))));
  const grey = lightness(pixels, box, side);
  const edges = new Float64Array((side - 2) * (side - 2));
  for (let row = 1; row < side - 1; row++)
    for (let column = 1; column < side - 1; column++) {
      const here = row * side + column;
      const around = [here - 1, here + 1, here - side, here + side].reduce((sum, n) => sum + (grey[n] ?? 0), 0);
      edges[(row - 1) * (side - 2) + column - 1] = around - 4 * (grey[here] ?? 0);
    }
  const ratio = variance(edges) / Math.max(1, variance(grey));
  return ratio / (ratio + HALF);
}
