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
      log.flush(() => process.exit(1));
    }, limitMs).unref();
    end();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, begin);
}

/**
 * Ends the process with code 1 after a fault that nobody caught, once that stands in the log or cannot. A terminal that
 * hears nothing more is no such fault: what is said there is in the log, or was for nobody else.
 */
export function onUnforeseen(log: Logger): void {
  process.stderr.on('error', () => undefined);
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a fault that nobody foresaw; the process ends, its work goes on at the next start');
    log.flush(() => process.exit(1));
  });
}

/** Closes what was opened, the last first: HTTP servers before consumers, consumers before stores. */
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
    const exit = (): void => process.exit(0);
    onEndSignal(this.#log, () => void this.run().then(() => this.#log.flush(exit)), limitMs);
  }
}
