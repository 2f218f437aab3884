import type { FaceComparison, FaceModel } from '@numscope/contracts';
import type { ImagesContext } from '../deps.ts';
import { comparisonOf, distanceOf } from '../domain/likelihood.ts';
import type { FaceRecord } from './face-store.port.ts';

/** The index rounds, and may have faces whose record is gone: it is asked for some more than are wanted. */
const MORE = 20;
const ROUNDING = 1e-6;

interface Near {
  face: FaceRecord;
  comparison: FaceComparison;
}

interface NearFaces {
  /** Nearest first. */
  near: Near[];
  /** Others that are at least so similar were left out, or may have been: the limit was reached before one that is not. */
  mayHaveMore: boolean;
}

/**
 * The stored faces that are at least so similar to a vector. The index only proposes: what counts is the record's own
 * vector.
 * @param threshold similarity, 0 to 1
 */
export async function nearFaces(
  vector: Float32Array,
  { threshold, limit, model }: { threshold: number; limit: number; model: FaceModel },
  { store, index }: Pick<ImagesContext, 'store' | 'index'>,
): Promise<NearFaces> {
  const asked = limit + MORE;
  const proposed = (await index?.near(vector, asked)) ?? [];
  const records = await store.faces.facesById(
    proposed.map(({ id }) => id),
    model.id,
  );
  const fit = records
    .filter(({ quality }) => quality.faults.length === 0)
    .map((face) => ({ face, comparison: comparisonOf(distanceOf(face.vector, vector), model) }));
  const near = fit
    .filter(({ comparison }) => comparison.similarity >= threshold - ROUNDING)
    .sort((a, b) => a.comparison.distance - b.comparison.distance);
  const reachedEnd = proposed.length < asked || near.length < fit.length;
  return { near: near.slice(0, limit), mayHaveMore: near.length > limit || !reachedEnd };
}
