import { hash } from 'node:crypto';
import type { FaceVector } from '@numscope/platform';

export const VECTOR_LENGTH = 128;
const PICTURES_OF_ONE = 5;
/**
 * Distances of pictures of two people and of one, as a model's are, and how quickly the dimensions lose weight: faces
 * of such models spread in some 10 to 20 dimensions (Gong, Boddeti, Jain: On the Intrinsic Dimensionality of Image
 * Representations, https://arxiv.org/abs/1803.09672).
 */
const BETWEEN = 0.85;
const WITHIN = 0.42;
const FADING = 16;
const FLOOR = 0.03;

const weights = Float32Array.from({ length: VECTOR_LENGTH }, (_none, d) => Math.exp(-d / FADING) + FLOOR);
const spread = Math.sqrt(2 * weights.reduce((sum, weight) => sum + weight * weight, 0));

/** The same numbers for the same seed. */
function gaussians(seed: number): () => number {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
  return () => Math.sqrt(-2 * Math.log(next() + 1e-9)) * Math.cos(2 * Math.PI * next());
}

const around = (centre: Float32Array, distance: number, gaussian: () => number): Float32Array<ArrayBuffer> =>
  centre.map((value, d) => value + gaussian() * (weights[d] ?? 0) * (distance / spread));

/** Vectors as of faces: several pictures of each of many people. */
export function* faceVectors(count: number, seed = 1): Generator<FaceVector> {
  const gaussian = gaussians(seed);
  const origin = new Float32Array(VECTOR_LENGTH);
  let person = origin;
  for (let n = 0; n < count; n++) {
    if (n % PICTURES_OF_ONE === 0) person = around(origin, Math.sqrt(BETWEEN ** 2 - WITHIN ** 2), gaussian);
    yield { id: `${hash('sha256', `${seed}/${n}`, 'hex')}.${n % 3}`, vector: around(person, WITHIN, gaussian) };
  }
}

/** The same faces as of people unlike all others: far from those, and as far from each other as before. */
export function apart(faces: readonly FaceVector[], distance: number): FaceVector[] {
  const direction = Float32Array.from({ length: VECTOR_LENGTH }, (_none, d) => Math.sin(d * 13 + 1));
  const length = Math.hypot(...direction);
  return faces.map(({ id, vector }) => ({
    id,
    vector: vector.map((value, d) => value + ((direction[d] ?? 0) / length) * distance),
  }));
}

const distanceOf = (a: Float32Array, b: Float32Array): number =>
  Math.sqrt(a.reduce((sum, value, d) => sum + (value - (b[d] ?? 0)) ** 2, 0));

/** The true nearest of all, nearest first. */
export const nearestOf = (faces: readonly FaceVector[], vector: Float32Array, count: number) =>
  faces
    .map((face) => ({ id: face.id, distance: distanceOf(face.vector, vector) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count);
