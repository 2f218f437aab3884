import type { Observation } from '@numscope/contracts';
import type { KeptObservation, PhoneObservations } from './phone-records.ts';
import type { KnownAnswer, KnownRequest } from '../source-store.port.ts';

type Answer = Omit<Observation, 'raw' | 'trust' | 'cached'>;

/** Its fields were checked when the source answered. */
export const answerOf = (phone: string, kept: KeptObservation): Answer => ({
  id: kept.id,
  phone,
  source: kept.source,
  account: kept.account,
  at: kept.at,
  // What was kept by a version before has none.
  ...(typeof kept.observedAt === 'number' ? { observedAt: kept.observedAt } : {}),
  status: kept.status,
  ...(kept.message === null ? {} : { message: kept.message }),
  fields: kept.fields === null ? null : (JSON.parse(kept.fields) as Observation['fields']),
});

/** The later of two; of the same moment the one that came later. */
const later = (best: KeptObservation | null, one: KeptObservation): KeptObservation =>
  best === null || one.at >= best.at ? one : best;

export const isFresh = (one: KeptObservation, source: string, since: number): boolean =>
  one.source === source && one.at >= since && one.status !== 'FAILED';

/** What need not be asked of a phone again: of each source the answer of this pass, else the newest fresh one. */
export function knownOf(
  { phone, observations }: PhoneObservations,
  { job, pass, run, sources }: KnownRequest,
): KnownAnswer[] {
  return sources.flatMap(({ source, freshSince }) => {
    const ofPass = observations
      .filter((one) => one.source === source && one.job === job && one.pass === pass)
      .reduce(later, null);
    const fresh = freshSince === null ? [] : observations.filter((one) => isFresh(one, source, freshSince));
    const best = ofPass ?? fresh.reduce(later, null);
    return best === null
      ? []
      : { observation: answerOf(phone, best), samePass: ofPass !== null, sameRun: ofPass?.run === run };
  });
}
