import { setTimeout as wait } from 'node:timers/promises';
import { growingPauseMs, type Logger, reasonOf } from '@numscope/platform';

export interface StartOptions {
  /** The engine and where it is looked for, as it may be shown: `Kafka at host:port`. */
  engine: string;
  /** The setting that says where. */
  setting: string;
  log: Logger;
  /** How long it is tried, in milliseconds; two minutes unless said. */
  withinMs?: number | undefined;
}

const WITHIN_MS = 120_000;
const LEAST_PAUSE_MS = 500;

/**
 * Does what an engine is needed for at the start, again and again until it works: services and engines are started together.
 * @throws Error that says what was wrong to the last
 */
export async function untilThere<R>({ engine, setting, log, withinMs = WITHIN_MS }: StartOptions, work: () => Promise<R>): Promise<R> {
  const until = Date.now() + withinMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const reason = reasonOf(error);
      const pauseMs = Math.max(LEAST_PAUSE_MS, growingPauseMs(attempt));
      if (Date.now() + pauseMs > until) {
        const seconds = Math.round(withinMs / 1000);
        throw new Error(`${engine} could not be used for ${seconds} s: ${reason}. Start it, or mend ${setting}.`, { cause: error });
      }
      log.warn({ reason, attempt }, `${engine} cannot be used yet; tried again`);
      await wait(pauseMs);
    }
  }
}
