import type { ProvenanceEntry, SourceFields } from '@numscope/contracts';
import type { KeptObservation } from './observation.ts';
import { withOtherNetworks } from './other-networks.ts';

/** Sources that are compared at most, each with each: a bound, no judgement. Imports may name any number of them. */
export const MOST_COMPARED = 100;

/** An observation that found something. */
export type Found = KeptObservation & { fields: SourceFields };

const isFound = (observation: KeptObservation): observation is Found =>
  observation.status === 'FOUND' && observation.fields !== null;

/** What the provenance tells of a value. */
export const provenanceOf = (
  { source, at, cached }: Pick<KeptObservation, 'source' | 'at' | 'cached'>,
  observedAt: number | null,
  value: unknown,
): ProvenanceEntry => ({ source, at, observedAt, cached, value });

/**
 * What found something, the most trusted first, then by the source's name: the order in which lists are united and the
 * provenance is told. When an answer came makes no difference. What a source found in other networks counts as said by
 * it.
 */
export function byPreference(observations: readonly KeptObservation[]): Found[] {
  return observations
    .filter(isFound)
    .map((found) => (found.fields.other ? { ...found, fields: withOtherNetworks(found.fields) } : found))
    .sort((a, b) => b.trust - a.trust || (a.source < b.source ? -1 : 1));
}
