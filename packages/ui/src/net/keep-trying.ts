import { backoffMs } from '@numscope/client/backoff';

/** Resolves when somebody looks at the page: nobody needs anything before. */
const whenSeen = (): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (document.visibilityState === 'hidden') return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    look();
  });

/**
 * Loads what the page cannot do without, after pauses of at most 3 s until it is there. A failed `import` may be asked
 * again: the bundler forgets it.
 * @param stop ends it: the promise then stays open
 */
export async function keepTrying<T>(load: () => Promise<T>, stop?: AbortSignal): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, backoffMs(attempt, Math.random())));
      await whenSeen();
      if (stop?.aborted === true) return new Promise(() => undefined);
    }
  }
}

/** The same for what is loaded when first asked for, and once for all. */
export function loadedOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => (loading ??= keepTrying(load));
}
