import { countingAnswer, later } from '../../domain/results/counting-answer.ts';
import { answerOf } from '../known-answer.ts';
import type { KeptObservation, PhoneObservations } from './phone-document.ts';
import type { KnownAnswer, KnownRequest } from '../source-store.port.ts';

export const isFresh = (one: KeptObservation, source: string, since: number): boolean =>
  one.source === source && one.at >= since && one.status !== 'FAILED';

/** What need not be asked of a phone again: of each source the answer that counts in this pass, else the newest fresh one. */
export function knownOf(
  { phone, observations }: PhoneObservations,
  { job, pass, run, merged, sources }: KnownRequest,
): KnownAnswer[] {
  return sources.flatMap(({ source, freshSince }) => {
    const answers = observations.filter((one) => one.source === source);
    const answerIn = (ofJob: number, inPass: number): KeptObservation | null =>
      answers.filter((one) => one.job === ofJob && one.pass === inPass).reduce<KeptObservation | null>(later, null);
    const own = answerIn(job, pass);
    const ofMerged = merged.flatMap((each) => answerIn(each.number, each.pass) ?? []);
    const ofPass = countingAnswer(own, ofMerged);
    const fresh = freshSince === null ? [] : answers.filter((one) => isFresh(one, source, freshSince));
    const best = ofPass ?? fresh.reduce<KeptObservation | null>(later, null);
    return best === null
      ? []
      : {
          observation: answerOf(phone, best),
          samePass: ofPass !== null,
          sameRun: ofPass !== null && ofPass === own && own.run === run,
        };
  });
}
