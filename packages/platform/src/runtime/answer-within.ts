/**
 * How long a part may take to say how it is, or how far behind it is. Engines are waited for much longer where work
 * depends on them; who asks for health wants to hear which of them hangs before he gives up himself.
 */
export const PART_ANSWERS_MS = 3000;

/**
 * How long the gateway waits for a service to say how it is: longer than the service waits for its parts, and less than
 * the probes of containers wait for either (5 s) and a scrape for its figures (10 s).
 */
export const SERVICE_ANSWERS_MS = 4000;

/**
 * Resolves like `asked`, but rejects when that takes longer than `ms`. What was asked goes on.
 * @throws Error that says within how long there was no answer
 */
export function answerWithin<T>(asked: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(new Error(`did not answer within ${ms / 1000} s`));
    // One look more at what has come: a process that itself stood still for so long must not blame who was asked.
    const timer = setTimeout(() => setImmediate(giveUp), ms);
    asked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
