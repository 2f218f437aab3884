import type { Logger } from 'pino';
import { reasonOf } from '../errors.ts';

interface Step {
  name: string;
  close(): Promise<void>;
}

/**
 * Calls `end` on SIGTERM, SIGINT or SIGHUP, and ends the process by force when it is still there after `limitMs`. Further
 * signals change nothing: npm passes on the Ctrl-C that its child has had from the terminal itself.
 */
export function onEndSignal(log: Logger, end: () => void, limitMs = 25_000): void {
  let isEnding = false;
  const begin = (signal: NodeJS.Signals): void => {
    if (isEnding) return;
    isEnding = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error('stopping took too long; ended by force');
      process.exit(1);
    }, limitMs).unref();
    end();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, begin);
}

/** Closes what was opened, the last first: doors before consumers, consumers before stores. */
export class Shutdown {
  readonly #steps: Step[] = [];
  readonly #log: Logger;
  #running: Promise<void> | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  add(name: string, close: () => Promise<void>): void {
    this.#steps.push({ name, close });
  }

  /** Safe to call twice: both get the same end. */
  run(): Promise<void> {
    this.#running ??= this.#closeAll();
    return this.#running;
  }

  async #closeAll(): Promise<void> {
    for (const step of this.#steps.toReversed()) {
      try {
        await step.close();
      } catch (error) {
        this.#log.error({ step: step.name, reason: reasonOf(error) }, 'a part did not close cleanly');
      }
    }
  }

  /** Ends the process in order when it is told to. */
  onSignals(limitMs = 25_000): void {
    onEndSignal(this.#log, () => void this.run().then(() => process.exit(0)), limitMs);
  }
}
