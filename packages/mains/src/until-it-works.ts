import { setTimeout as wait } from 'node:timers/promises';
import { type Logger, reasonOf, SettingsError } from '@numscope/platform';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

/**
 * Opens something that may not be there yet: processes and engines start in any order. Tries again without end, and says so each time.
 * @throws SettingsError at once: that does not mend itself
 */
export async function untilItWorks<T>(what: string, log: Logger, open: () => Promise<T>): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
    try {
      return await open();
    } catch (error) {
      if (error instanceof SettingsError) throw error;
      log.warn({ waitingFor: what, reason: reasonOf(error) }, 'it cannot be used yet; tried again');
      await wait(pause);
    }
  }
}
