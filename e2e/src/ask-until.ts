import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MS = 50;

/**
 * Asks again and again for what nobody tells, and resolves to the first answer that is as wanted; after `withinMs` to the
 * last one, for the test to say what it lacks. Without it the test's own limit ends what never comes.
 */
export async function askUntil<T>(
  ask: () => T | Promise<T>,
  isWanted: (answer: T) => boolean,
  withinMs = Number.POSITIVE_INFINITY,
): Promise<T> {
  const until = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer) || performance.now() > until) return answer;
    await pause(LOOK_MS);
  }
}
