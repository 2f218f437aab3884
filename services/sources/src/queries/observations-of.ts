import type { Observation } from '@numscope/contracts';
import type { AskingContext } from '../asking/context.ts';

const NEWEST = 1000;
const UNKNOWN_TRUST = 0.5;

/**
 * All that was said about a number, untouched, oldest first. The numbering plan's is not kept, because the same tables
 * always say the same: it is asked again here, unless it is off or paused.
 */
export async function observationsOf(context: AskingContext, phone: string): Promise<Observation[]> {
  const { store, runners, plan, planSource } = context;
  const [kept, [numbering = null]] = await Promise.all([store.observationsOf(phone, NEWEST), plan.describe([phone])]);
  const said = kept.map((observation) => ({
    ...observation,
    trust: runners.get(observation.source)?.config.trust ?? UNKNOWN_TRUST,
  }));
  const { observation = null } = planSource?.part(phone, numbering) ?? {};
  return observation === null ? said : [{ ...observation, raw: numbering }, ...said];
}
