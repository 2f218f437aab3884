import { setTimeout as pause } from 'node:timers/promises';

interface Patience {
  /** Milliseconds; unless said, the test's own limit ends what never comes. */
  withinMs?: number;
  /** Milliseconds between an answer and the next question; more where one costs much. */
  everyMs?: number;
}

/**
 * Asks again and again for what nobody tells, and resolves to the first answer that is as wanted, or, unless that is
 * said, neither false nor nothing; when the time is over to the last one, for the test to say what it lacks.
 */
export async function askUntil<T>(
  ask: () => T | Promise<T>,
  isWanted: (answer: T) => boolean = Boolean,
  { withinMs = Number.POSITIVE_INFINITY, everyMs = 50 }: Patience = {},
): Promise<T> {
  const until = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer) || performance.now() > until) return answer;
    await pause(everyMs);
  }
}
