import { ApiError, apiError } from '@numscope/contracts';
import { type FileScan, type FileScanner, type Logger, reasonOf } from '@numscope/platform';
import { withTimeout } from '../with-timeout.ts';
import type { Channel, Verdict } from './channel.ts';
import { Slots } from './slots.ts';

/** Files that are scanned at once by one process; each holds a program or a connection. */
const AT_ONCE = 8;
const RETRY_S = 5;

export interface ScannerOptions {
  log: Logger;
  /** For how long the scanner may take no byte, and think after the last one, in milliseconds. */
  patienceMs: number;
}

class ChannelScan implements FileScan {
  readonly #channel: Channel;
  readonly #options: ScannerOptions;
  readonly #release: () => void;
  #answered: Promise<Verdict> | undefined;
  #isOver = false;

  constructor(channel: Channel, options: ScannerOptions, release: () => void) {
    this.#channel = channel;
    this.#options = options;
    this.#release = release;
    const answered = (): void => void (this.#answered = channel.verdict);
    channel.verdict.then(answered, answered);
  }

  async write(piece: Uint8Array): Promise<void> {
    if (this.#answered) return this.#early();
    try {
      await withTimeout(this.#channel.send(piece), this.#options.patienceMs, 'taking a piece of a file');
    } catch (error) {
      // It may have stopped reading because it knows enough.
      await this.#judge(error);
    }
  }

  async end(): Promise<void> {
    if (this.#answered) return this.#early();
    this.#channel.finish();
    await this.#judge(undefined);
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#channel.destroy();
    this.#release();
  }

  /** An answer before the end counts only where it refuses: of the rest nothing was seen. */
  async #early(): Promise<void> {
    await this.#judge(new Error('the scanner answered before it had the whole file'));
  }

  /** @param fault why a file of which nothing bad is known does not pass all the same */
  async #judge(fault: unknown): Promise<void> {
    const { log, patienceMs } = this.#options;
    try {
      const verdict = await withTimeout(this.#channel.verdict, patienceMs, 'the answer of the scanner');
      if (!verdict.isClean) {
        log.warn({ threat: verdict.threat }, 'the malware scanner refused a file that was handed in');
        throw apiError('FILE_INFECTED');
      }
      if (fault !== undefined) throw fault;
    } catch (error) {
      throw error instanceof ApiError ? error : unavailable(error, log);
    }
  }
}

function unavailable(error: unknown, log: Logger): ApiError {
  log.error({ reason: reasonOf(error) }, 'a file could not be scanned for malware, and was refused');
  return apiError('SCANNER_UNAVAILABLE', { retryAfter: RETRY_S, cause: error });
}

/** Scans each file by a channel of its own, a few at once. What goes wrong refuses the file. */
export function channelScanner(open: () => Promise<Channel>, options: ScannerOptions): FileScanner {
  const slots = new Slots(AT_ONCE, options.patienceMs);
  return {
    async begin() {
      let release: (() => void) | undefined;
      try {
        release = await slots.take();
        return new ChannelScan(await open(), options, release);
      } catch (error) {
        release?.();
        throw unavailable(error, options.log);
      }
    },
  };
}
