import type { Observation } from '@numscope/contracts';
import type { AskingContext } from '../asking/context.ts';

const NEWEST = 1000;
const UNKNOWN_TRUST = 0.5;

/**
 * All that sources said about a number, untouched, oldest first. The numbering plan's is not kept here, because the same
 * tables always say the same.
 */
export async function observationsOf({ store, runners }: AskingContext, phone: string): Promise<Observation[]> {
  const kept = await store.observationsOf(phone, NEWEST);
  return kept.map((observation) => ({
    ...observation,
    trust: runners.get(observation.source)?.config.trust ?? UNKNOWN_TRUST,
  }));
}
