import { setTimeout as wait } from 'node:timers/promises';

export interface RetryOptions {
  /**
   * Whether another try may help after this fault, which is thrown otherwise; asked once for each. Unless said, any
   * fault may pass.
   */
  again?(error: unknown, attempt: number): boolean;
  /** Milliseconds to wait after the given failed try, which counts from 1. Unless said, `growingPauseMs`. */
  pauseMs?(attempt: number): number;
  /** No try begins later than so many milliseconds after the first. Unless said, there is no end. */
  withinMs?: number;
  /** Ends a pause and the tries. */
  signal?: AbortSignal;
  /** Told of each fault after which it is tried again. */
  onRetry?(error: unknown, attempt: number): void;
}

/** 50 ms after the first failed try, then twice as long each time up to 5 s. */
export const growingPauseMs = (attempt: number): number => Math.min(5000, 50 * 2 ** Math.min(attempt - 1, 10));

/**
 * Does `work` until it succeeds. It is told which try it is, from 1.
 * @throws the last fault, when another try would not help, would be too late, or is not wanted any more
 */
export async function retry<T>(work: (attempt: number) => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const { again, pauseMs = growingPauseMs, withinMs = Number.POSITIVE_INFINITY, signal, onRetry } = options;
  const until = performance.now() + withinMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      const pause = pauseMs(attempt);
      if (again?.(error, attempt) === false || signal?.aborted || performance.now() + pause > until) throw error;
      onRetry?.(error, attempt);
      await wait(pause, undefined, { signal }).catch(() => undefined);
      if (signal?.aborted) throw error;
    }
  }
}
