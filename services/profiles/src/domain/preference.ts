import type { SourceFields } from '@numscope/contracts';
import type { KeptObservation } from './observation.ts';
import { withOtherNetworks } from './other-networks.ts';

/** An observation that found something. */
export type Found = KeptObservation & { fields: SourceFields };

const isFound = (observation: KeptObservation): observation is Found =>
  observation.status === 'FOUND' && observation.fields !== null;

/**
 * What found something, the most trusted first, then the newest, then by the source's name: the one order that every
 * choice follows. What a source found in other networks counts as said by it.
 */
export function byPreference(observations: readonly KeptObservation[]): Found[] {
  return observations
    .filter(isFound)
    .map((found) => (found.fields.other ? { ...found, fields: withOtherNetworks(found.fields) } : found))
    .sort((a, b) => b.trust - a.trust || b.at - a.at || (a.source < b.source ? -1 : 1));
}
