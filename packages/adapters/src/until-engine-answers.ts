import { growingPauseMs, type Logger, reasonOf, retry, SettingsError } from '@numscope/platform';
import type { EngineDiagnosis } from './access/access-fault.ts';
import { explained } from './access/explained.ts';

export interface StartOptions {
  /** The engine and where it is looked for, as it may be shown: `Kafka at host:port`. */
  engine: string;
  /** As whom it is entered, and by which settings. */
  diagnosis: EngineDiagnosis;
  log: Logger;
  /** How long it is tried, in milliseconds; two minutes unless said, 0 for a single try. */
  withinMs?: number | undefined;
}

const WITHIN_MS = 120_000;
const LEAST_PAUSE_MS = 500;

/**
 * Does what an engine is needed for at the start, again and again until it works: services and engines are started
 * together.
 * @throws SettingsError at once, where certificates, users or rights are what is wrong; Error that says what was wrong
 *   to the last
 */
export async function untilEngineAnswers<R>(
  { engine, diagnosis, log, withinMs = WITHIN_MS }: StartOptions,
  work: () => Promise<R>,
): Promise<R> {
  try {
    return await retry(() => explained(diagnosis, work), {
      withinMs,
      again: (error) => !(error instanceof SettingsError),
      pauseMs: (attempt) => Math.max(LEAST_PAUSE_MS, growingPauseMs(attempt)),
      onRetry: (error, attempt) =>
        log.warn({ reason: reasonOf(error), attempt }, `${engine} cannot be used yet; tried again`),
    });
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    const told = withinMs === 0 ? 'cannot be used' : `could not be used for ${Math.round(withinMs / 1000)} s`;
    throw new Error(`${engine} ${told}: ${reasonOf(error)}. Start it, or mend ${diagnosis.prefix}_URL.`, {
      cause: error,
    });
  }
}
