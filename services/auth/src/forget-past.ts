import { reasonOf, Rounds } from '@numscope/platform';
import type { AuthDeps } from './deps.ts';

/** How often what counts no more of logins and attempts is dropped: it stays that much longer. */
const LOOK_MS = 60_000;

/**
 * Removes by time what counts no longer, also where nobody logs in any more. Of several instances each does; twice does
 * no harm.
 */
export const forgettingPast = ({ store, kit }: Pick<AuthDeps, 'store' | 'kit'>): Rounds =>
  new Rounds(async () => {
    try {
      await store.forgetPast(kit.clock.now());
    } catch (error) {
      kit.log.warn({ reason: reasonOf(error) }, 'what counts no longer of logins and attempts could not be removed');
    }
    return LOOK_MS;
  });
