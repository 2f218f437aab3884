import type { Pixels } from './encoder-protocol.ts';
import type { Point } from './head-pose.ts';
import { mirrored, type Turn, turned } from './quarter-turns.ts';

/** Finds the 68 landmarks on what was cut out of a picture, in its pixels. */
export type FindLandmarks = (cut: Pixels) => Promise<readonly Point[]>;

/**
 * How far landmarks of an upright face and of its mirror image lie from each other at most, in parts of its size: up to
 * 0.036 was seen, where a face lay on its side 0.056 and more (docs/decisions/faces.md).
 */
const AGREE = 0.045;

const swaps = (first: number, last: number, count: number) =>
  Array.from({ length: count }, (_none, n) => [first + n, last - n] as const);

/** Each of the 68 landmarks that changes places with another in a mirror: jaw, brows, nose, eyes, lips. */
const swapped = [
  ...swaps(0, 16, 8),
  ...swaps(17, 26, 5),
  ...swaps(31, 35, 2),
  ...swaps(36, 45, 4),
  ...swaps(40, 47, 2),
  ...swaps(48, 54, 3),
  ...swaps(55, 59, 2),
  ...swaps(60, 64, 2),
  ...swaps(65, 67, 1),
];
const mirrorOf = new Map(swapped.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]));

/** How far landmarks of a cut and of its mirror image lie from each other in the mean, in parts of its longer side. */
async function disagreement(cut: Pixels, find: FindLandmarks): Promise<number> {
  const seen = await find(cut);
  const inMirror = await find(mirrored(cut));
  const apart = seen.map(({ x, y }, n) => {
    const other = inMirror[mirrorOf.get(n) ?? n] ?? { x: 0, y: 0 };
    return Math.hypot(x - (cut.width - other.x), y - other.y);
  });
  return apart.reduce((sum, one) => sum + one, 0) / apart.length / Math.max(cut.width, cut.height);
}

/**
 * By which turn a face that was cut out comes upright. What finds landmarks knows upright faces only: on others it
 * guesses, and guesses otherwise on the mirror image. 0 also where no turn is better.
 */
export async function turnOf(cut: Pixels, find: FindLandmarks): Promise<Turn> {
  if ((await disagreement(cut, find)) <= AGREE) return 0;
  let best: { turn: Turn; apart: number } = { turn: 0, apart: AGREE };
  for (const turn of [1, 2, 3] as const) {
    const apart = await disagreement(turned(cut, turn), find);
    if (apart < best.apart) best = { turn, apart };
  }
  return best.turn;
}
