import { type Logger, reasonOf, retry } from '@numscope/platform';
import { RULES_VERSION } from '../domain/fold-profile.ts';
import type { IndexWork, ProfileStore } from '../store/profile-store.port.ts';
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
  const place: { after: string | null; isEnd: boolean } = { after: null, isEnd: false };
  // A try that only the index failed has folded its slice: the next one goes on behind it, and first does what is left.
  const nextSlice = async (): Promise<IndexWork | null> => {
    if (place.isEnd) return null;
    const { last, work } = await store.refold(place.after, SLICE);
    place.after = last;
    place.isEnd = last === null;
    return work;
  };
  do await untilDone(() => keeper.change(nextSlice));
  while (!place.isEnd && !signal.aborted);
  if (place.isEnd) await untilDone(() => store.noteRulesVersion(RULES_VERSION));
}
