import type { CheckProgress } from '@numscope/contracts';
import type { AuditStore } from '../store/audit-store.port.ts';

/** How often it is told how far a check is. */
const TOLD_EVERY_MS = 500;
/** What was not told of for so long is of an instance that ended on its way. */
const LOST_AFTER_MS = 30_000;

type Keeping = Pick<AuditStore, 'checkProgress' | 'keepCheckProgress'>;

/** Tells the store how far a check is, so that each instance can answer it. */
export function tellProgress(store: Keeping, now: () => number) {
  const begunAt = now();
  let told = -Infinity;
  return {
    async step(checked: number, of: number): Promise<void> {
      const at = now();
      if (at - told < TOLD_EVERY_MS) return;
      told = at;
      await store.keepCheckProgress({ checked, of, begunAt, at });
    },
    end: (): Promise<void> => store.keepCheckProgress(null),
  };
}

/** The check that is under way; null: none is. */
export async function checkUnderWay(store: Keeping, now: number): Promise<CheckProgress | null> {
  const progress = await store.checkProgress();
  return progress !== null && now - progress.at < LOST_AFTER_MS ? progress : null;
}
