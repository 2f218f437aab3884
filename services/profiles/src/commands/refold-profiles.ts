import { type Logger, reasonOf, retry } from '@numscope/platform';
import { RULES_VERSION } from '../domain/fold-profile.ts';
import type { ProfileStore } from '../store/profile-store.port.ts';
import type { IndexKeeper } from './index-keeper.ts';

const SLICE = 200;

/**
 * Computes all profiles anew when they were computed by older rules. What a store or an index does not take now is tried
 * again; interrupted, it begins again at the next start.
 * @throws what a try failed with, once `signal` has fired
 */
export async function refoldProfiles(
  store: ProfileStore,
  keeper: IndexKeeper,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const untilDone = <T>(work: () => Promise<T>): Promise<T> =>
    retry(work, {
      signal,
      onRetry: (error) =>
        log.warn({ reason: reasonOf(error) }, 'profiles could not be computed anew by the rules of today; tried again'),
    });
  const version = await untilDone(() => store.rulesVersion());
  if (version === RULES_VERSION) return;
  if ((await untilDone(() => store.count())) > 0)
    log.info({ from: version, to: RULES_VERSION }, 'profiles are computed anew by the rules of today');
  const place: { after: string | null; last: string | null } = { after: null, last: null };
  // A slice that the index did not take is folded once more, and comes out the same: MongoDB's store keeps no work for
  // the index of which nothing is to be told.
  const nextSlice = async (): Promise<void> => {
    await keeper.change(async () => {
      const { last, work } = await store.refold(place.after, SLICE);
      place.last = last;
      return work;
    });
    place.after = place.last;
  };
  do await untilDone(nextSlice);
  while (place.after !== null && !signal.aborted);
  if (place.after === null) await untilDone(() => store.noteRulesVersion(RULES_VERSION));
}
