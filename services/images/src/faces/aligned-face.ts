import type { Pixels } from './encoder-protocol.ts';
import type { Point } from './head-pose.ts';

/** How much of what is around the landmarks belongs to the face, in parts of their own extent. */
const MARGIN = 0.2;

/** Outer corners of the eyes among the 68 landmarks. */
const [LEFT_EYE, RIGHT_EYE] = [36, 45];

/**
 * A face cut out upright: turned so that its eyes are level, and brought to a square of some pixels a side, RGB; black
 * where the face is not as wide as it is high. The encoder tells heads that are tilted by 30 degrees hardly from
 * others; turned so, it does (docs/decisions/faces.md).
 */
export function alignedFace({ data, width, height }: Pixels, landmarks: readonly Point[], side: number): Uint8Array {
  const [left, right] = [landmarks[LEFT_EYE] ?? { x: 0, y: 0 }, landmarks[RIGHT_EYE] ?? { x: 1, y: 0 }];
  const angle = Math.atan2(right.y - left.y, right.x - left.x);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  // Along the eyes, and down from them.
  const along = landmarks.map(({ x, y }) => x * cos + y * sin);
  const down = landmarks.map(({ x, y }) => y * cos - x * sin);
  const extent = (values: readonly number[]) => {
    const [least, most] = [Math.min(...values), Math.max(...values)];
    return { middle: (least + most) / 2, size: (most - least) * (1 + MARGIN) };
  };
  const [across, upright] = [extent(along), extent(down)];
  const step = Math.max(across.size, upright.size, 1) / side;

  const face = new Uint8Array(side * side * 3);
  for (let row = 0, to = 0; row < side; row++)
    for (let column = 0; column < side; column++, to += 3) {
      const [a, d] = [(column + 0.5 - side / 2) * step, (row + 0.5 - side / 2) * step];
      if (Math.abs(a) > across.size / 2 || Math.abs(d) > upright.size / 2) continue;
      const x = (across.middle + a) * cos - (upright.middle + d) * sin;
      const y = (across.middle + a) * sin + (upright.middle + d) * cos;
      sample(data, width, height, x - 0.5, y - 0.5, face, to);
    }
  return face;
}

/** Where ArcFace's models want both eyes, the nose and the corners of the mouth, on 112 pixels a side (InsightFace's `face_align`). */
const arcface = [
  { x: 38.2946, y: 51.6963 },
  { x: 73.5318, y: 51.5014 },
  { x: 56.0252, y: 71.7366 },
  { x: 41.5493, y: 92.3655 },
  { x: 70.7299, y: 92.2041 },
] as const;
const ARCFACE_SIDE = 112;

const middleOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

/** Eyes, nose and corners of the mouth, of the 68 landmarks. */
const fivePoints = (landmarks: readonly Point[]): Point[] => [
  middleOf(landmarks.slice(36, 42)),
  middleOf(landmarks.slice(42, 48)),
  ...[30, 48, 54].map((place) => landmarks[place] ?? { x: 0, y: 0 }),
];

/**
 * A face cut out as ArcFace's models want it: turned, moved and scaled so that its five points come to lie nearest to
 * theirs (the least squares of a similarity, Umeyama 1991). A square of some pixels a side, RGB; black outside of the
 * picture.
 */
export function arcfaceCut({ data, width, height }: Pixels, landmarks: readonly Point[], side: number): Uint8Array {
  const wanted = arcface.map(({ x, y }) => ({ x: (x * side) / ARCFACE_SIDE, y: (y * side) / ARCFACE_SIDE }));
  const points = fivePoints(landmarks);
  const [from, to] = [middleOf(wanted), middleOf(points)];
  // The similarity from the square to the picture, as one complex factor.
  let [real, imaginary, spread] = [0, 0, 0];
  wanted.forEach((one, place) => {
    const other = points[place] ?? to;
    const [ax, ay, bx, by] = [one.x - from.x, one.y - from.y, other.x - to.x, other.y - to.y];
    real += ax * bx + ay * by;
    imaginary += ax * by - ay * bx;
    spread += ax * ax + ay * ay;
  });
  const [cos, sin] = [real / spread, imaginary / spread];
  const face = new Uint8Array(side * side * 3);
  for (let row = 0, at = 0; row < side; row++)
    for (let column = 0; column < side; column++, at += 3) {
      const [ax, ay] = [column + 0.5 - from.x, row + 0.5 - from.y];
      sample(data, width, height, to.x + ax * cos - ay * sin - 0.5, to.y + ax * sin + ay * cos - 0.5, face, at);
    }
  return face;
}

/** The colour between four pixels. */
function sample(
  data: Uint8Array,
  width: number,
  height: number,
  x: number,
  y: number,
  into: Uint8Array,
  to: number,
): void {
  if (x < 0 || y < 0 || x > width - 1 || y > height - 1) return;
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1)];
  const [fx, fy] = [x - x0, y - y0];
  for (let colour = 0; colour < 3; colour++) {
    const at = (column: number, row: number): number => data[(row * width + column) * 3 + colour] ?? 0;
    const upper = at(x0, y0) * (1 - fx) + at(x1, y0) * fx;
    const lower = at(x0, y1) * (1 - fx) + at(x1, y1) * fx;
    into[to + colour] = Math.round(upper * (1 - fy) + lower * fy);
  }
}
