/** A server that asks for a longer pause is not waited for. */
export const LONGEST_MS = 60_000;

/** Resolves when the pause is over, or at once when the signal ends it: the next call then rejects. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(over, ms);
    function over(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', over);
      resolve();
    }
    signal?.addEventListener('abort', over);
  });
