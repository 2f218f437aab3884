import type { Logger } from '@numscope/platform';
import { RULES_VERSION } from '../domain/fold-profile.ts';
import type { ProfileStore } from '../store/profile-store.port.ts';
import type { IndexKeeper } from './index-keeper.ts';

const SLICE = 200;

/**
 * Computes all profiles anew when they were computed by older rules. Interrupted, it begins again at the next start.
 */
export async function refoldProfiles(
  store: ProfileStore,
  keeper: IndexKeeper,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const version = await store.rulesVersion();
  if (version === RULES_VERSION) return;
  if ((await store.count()) > 0)
    log.info({ from: version, to: RULES_VERSION }, 'profiles are computed anew by the rules of today');
  for (let after: string | null = null; !signal.aborted;) {
    await keeper.change(async () => {
      const { last, work } = await store.refold(after, SLICE);
      after = last;
      return work;
    });
    if (after === null) return store.noteRulesVersion(RULES_VERSION);
  }
}
