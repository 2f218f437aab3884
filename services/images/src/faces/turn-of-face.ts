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

/** Each of the 68 landmarks that changes places with another in a mirror: jaw, brows, nose, eyes, lips. */
const swapped = [
  ...Array.from({ length: 8 }, (_none, n) => [n, 16 - n]),
  ...Array.from({ length: 5 }, (_none, n) => [17 + n, 26 - n]),
  ...[31, 32].map((n) => [n, 66 - n]),
  ...[36, 37, 38, 39].map((n) => [n, 81 - n]),
  ...[40, 41].map((n) => [n, 87 - n]),
  ...[48, 49, 50].map((n) => [n, 102 - n]),
  ...[55, 56].map((n) => [n, 114 - n]),
  ...[60, 61].map((n) => [n, 124 - n]),
  [65, 67],
] as ReadonlyArray<readonly [number, number]>;
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
