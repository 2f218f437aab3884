import { Worker } from 'node:worker_threads';
import { TransientError } from '@numscope/platform';
import type { FromWorker, ToWorker, UploadOptions } from './phones-protocol.ts';
import { UploadReader } from './upload-reader.ts';

/**
 * The worker thread that reads phones files: begun with the first upload, shared by all, ended some time after the
 * last.
 */
export class PhonesThread {
  readonly #uploads = new Map<number, UploadReader>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #next = 1;

  begin(options: UploadOptions): UploadReader {
    clearTimeout(this.#idle);
    const upload = this.#next++;
    const worker = (this.#worker ??= this.#start());
    const reader = new UploadReader(
      upload,
      (message: ToWorker, transfer: ArrayBuffer[]) => worker.postMessage(message, transfer),
      () => {
        this.#uploads.delete(upload);
        if (this.#uploads.size === 0) this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
      },
    );
    this.#uploads.set(upload, reader);
    worker.postMessage({ type: 'begin', upload, options } satisfies ToWorker, []);
    return reader;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): Worker {
    // Judging makes much short-lived text; without a limit it would be kept until there is 100 MB of it.
    const worker = new Worker(new URL('./phones-worker.ts', import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    });
    worker.unref();
    worker.on('message', (message: FromWorker) => this.#uploads.get(message.upload)?.receive(message));
    worker.on('error', (error) => this.#failAll(worker, error instanceof Error ? error.message : String(error)));
    worker.on('exit', () => this.#failAll(worker, 'the reader of phones files was ended'));
    return worker;
  }

  #failAll(worker: Worker, message: string): void {
    if (this.#worker === worker) this.#worker = undefined;
    else if (this.#worker) return;
    for (const reader of this.#uploads.values()) reader.fail(new TransientError(message));
  }
}

const IDLE_MS = 5000;
