import type { SourceFields } from '@numscope/contracts';
import type { KeptObservation } from './observation.ts';

/** An observation that found something. */
export type Found = KeptObservation & { fields: SourceFields };

const isFound = (observation: KeptObservation): observation is Found => observation.status === 'FOUND' && observation.fields !== null;

/** What found something, the most trusted first, then the newest, then by the source's name: the one order that every choice follows. */
export function byPreference(observations: readonly KeptObservation[]): Found[] {
  return observations.filter(isFound).sort((a, b) => b.trust - a.trust || b.at - a.at || (a.source < b.source ? -1 : 1));
}
