import type { Observation } from '@numscope/contracts';
import type { Desk } from '../asking/desk.ts';
import { planPart } from '../domain/resolve-phone.ts';

const NEWEST = 1000;
const UNKNOWN_TRUST = 0.5;

/**
 * All that was said about a number, untouched, oldest first. The numbering plan's is not kept, because the same tables always say the same: it is
 * asked again here, once somebody was asked about the number at all.
 */
export async function observationsOf(desk: Desk, phone: string): Promise<Observation[]> {
  const { store, runners, plan, bound, kit } = desk;
  const [kept, [numbering = null]] = await Promise.all([store.observationsOf(phone, NEWEST), plan.describe([phone])]);
  const said = kept.map((observation) => ({ ...observation, trust: runners.get(observation.source)?.config.trust ?? UNKNOWN_TRUST }));
  if (!bound.numberingPlan) return said;
  const { observation } = planPart(phone, numbering, kit.clock.now(), bound.numberingPlan.trust);
  return observation === null ? said : [{ ...observation, raw: numbering }, ...said];
}
