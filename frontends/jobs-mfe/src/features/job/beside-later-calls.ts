import { loadLaterCalls } from '@numscope/contracts';

/** An opened job also makes later calls, as for its sources: their schemas are loaded beside its own file, not behind it. */
export function besideLaterCalls<T>(load: () => Promise<T>): () => Promise<T> {
  return () => {
    // Where they do not come, the call that needs them asks again.
    void loadLaterCalls().catch(() => undefined);
    return load();
  };
}
