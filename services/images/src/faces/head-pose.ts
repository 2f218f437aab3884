export interface Point {
  x: number;
  y: number;
}

/**
 * Six landmarks (of the 68 of iBUG 300-W) and where they lie on a head of usual proportions, from the tip of the nose:
 * to the picture's right, down, and away from who looks. The proportions are those that OpenCV's examples of head pose
 * use.
 */
const HEAD = [
  { landmark: 30, x: 0, y: 0, z: 0 }, // tip of the nose
  { landmark: 8, x: 0, y: 330, z: 65 }, // chin
  { landmark: 36, x: -225, y: -170, z: 135 }, // outer corners of the eyes
  { landmark: 45, x: 225, y: -170, z: 135 },
  { landmark: 48, x: -150, y: 150, z: 125 }, // corners of the mouth
  { landmark: 54, x: 150, y: 150, z: 125 },
] as const;

type Row = readonly [number, number, number];

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const dot = (a: Row, b: Row): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Row, b: Row): Row => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const scaled = (a: Row, by: number): Row => [a[0] * by, a[1] * by, a[2] * by];

const centre: Row = [mean(HEAD.map(({ x }) => x)), mean(HEAD.map(({ y }) => y)), mean(HEAD.map(({ z }) => z))];
const model = HEAD.map(({ x, y, z }): Row => [x - centre[0], y - centre[1], z - centre[2]]);

/** Sums of products of the model's coordinates: the matrix of the least squares. */
const productOf = (row: 0 | 1 | 2): Row => {
  const sum = (column: 0 | 1 | 2): number => model.reduce((total, point) => total + point[row] * point[column], 0);
  return [sum(0), sum(1), sum(2)];
};
const product = [productOf(0), productOf(1), productOf(2)] as const;

/** The row m for which m·point comes closest to the values, by Cramer's rule. */
function fit(values: readonly number[]): Row {
  const middle = mean(values);
  const along = (n: 0 | 1 | 2): number =>
    model.reduce((total, point, at) => total + point[n] * ((values[at] ?? 0) - middle), 0);
  const right: Row = [along(0), along(1), along(2)];
  const [a, b, c] = product;
  const determinant = dot(a, cross(b, c));
  return [
    dot(right, cross(b, c)) / determinant,
    dot(a, cross(right, c)) / determinant,
    dot(a, cross(b, right)) / determinant,
  ];
}

const degrees = (radians: number): number => Math.round((radians * 1800) / Math.PI) / 10;

/**
 * How far a head is turned to its left (positive: its nose points to the picture's right), nodded (positive: down) and
 * tilted (positive: clockwise), in degrees, as seen from far away: the least squares of POS (DeMenthon and Davis,
 * 'Model-based object pose in 25 lines of code', IJCV 1995).
 */
export function poseOf(landmarks: readonly Point[]): { yaw: number; pitch: number; roll: number } {
  const points = HEAD.map(({ landmark }) => landmarks[landmark] ?? { x: 0, y: 0 });
  const across = fit(points.map(({ x }) => x));
  const down = fit(points.map(({ y }) => y));
  const right = scaled(across, 1 / Math.sqrt(dot(across, across)));
  const away = cross(right, scaled(down, 1 / Math.sqrt(dot(down, down))));
  const forward = scaled(away, 1 / Math.sqrt(dot(away, away)));
  const lower = cross(forward, right);
  return {
    yaw: degrees(Math.asin(Math.max(-1, Math.min(1, -right[2])))),
    pitch: degrees(Math.atan2(-lower[2], forward[2])),
    roll: degrees(Math.atan2(lower[0], right[0])),
  };
}
