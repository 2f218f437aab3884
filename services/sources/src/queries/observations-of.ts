import type { ObservationAsIs } from '@numscope/contracts';
import type { AskingContext } from '../asking/context.ts';
import { UNKNOWN_TRUST } from '../domain/unknown-trust.ts';

const NEWEST = 1000;

/**
 * All that sources said about a number, untouched, oldest first; what is left out is told. The numbering plan's is not
 * kept here, because the same tables always say the same.
 * @param rawBytes - the room for raw answers
 */
export async function observationsOf(
  { store, runners }: AskingContext,
  phone: string,
  rawBytes: number,
): Promise<ObservationAsIs[]> {
  const kept = await store.observationsOf(phone, NEWEST, rawBytes);
  return kept.map((observation) => ({
    ...observation,
    trust: runners.get(observation.source)?.config.trust ?? UNKNOWN_TRUST,
  }));
}
