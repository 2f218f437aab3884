import type { FaceComparison, FaceModel } from '@numscope/contracts';

/** 95 of 100 intervals made like this hold the true part. */
const Z = 1.96;
/** Rounding of distances and thresholds as texts and floats. */
const ROUNDING = 1e-6;

/**
 * Bounds of a part that was counted in a sample: the Wilson score interval, which holds near 0 and 1 too
 * (https://www.itl.nist.gov/div898/handbook/prc/section2/prc241.htm).
 */
export function wilson(part: number, size: number): { low: number; high: number } {
  if (size <= 0) return { low: 0, high: 1 };
  const z2 = (Z * Z) / size;
  const centre = (part + z2 / 2) / (1 + z2);
  const half = (Z / (1 + z2)) * Math.sqrt((part * (1 - part)) / size + z2 / (4 * size));
  return { low: Math.max(0, Math.min(part, centre - half)), high: Math.min(1, Math.max(part, centre + half)) };
}

/**
 * Of the pairs of the model's published test that fell on the same side of its threshold as this one, the part that were
 * one person. Half of the test's pairs are of one person. More than the two sides is not published.
 */
function likelihoodOf(distance: number, { threshold, errors }: FaceModel): FaceComparison['likelihood'] {
  const ofEach = errors.pairs / 2;
  const isAlike = distance <= 1 - threshold + ROUNDING;
  const ofOne = ofEach * (isAlike ? 1 - errors.falseNonMatch : errors.falseNonMatch);
  const ofTwo = ofEach * (isAlike ? errors.falseMatch : 1 - errors.falseMatch);
  const all = ofOne + ofTwo;
  const value = all > 0 ? ofOne / all : 0.5;
  return { value, ...wilson(value, all) };
}

/** How two faces compare that are so far apart. */
export const comparisonOf = (distance: number, model: FaceModel): FaceComparison => ({
  distance,
  similarity: Math.max(0, 1 - distance),
  likelihood: likelihoodOf(distance, model),
});

/** The Euclidean distance. */
export function distanceOf(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let n = 0; n < a.length; n++) sum += ((a[n] ?? 0) - (b[n] ?? 0)) ** 2;
  return Math.sqrt(sum);
}
