import { Worker } from 'node:worker_threads';
// Not by the package's index: store modules import this file in their threads, and those should stay small.
import { TransientError } from '@numscope/platform/transient-error';
import type { WorkerAnswer, WorkerCall, WorkerStart } from './worker-protocol.ts';

/** The functions of a store module as the main thread sees them: the same, but answered later. */
export type Remote<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never;
} & { close(): Promise<void> };

export interface WorkerStoreOptions<T, O> {
  /** A module whose export `open(options: O): T` opens the database and returns synchronous functions. */
  module: URL;
  options: O;
  /** The function names that only read: they run in a second thread with its own connection, so that no write holds them up. */
  reads?: ReadonlyArray<keyof T & string>;
  /** Threads for the reads, one unless said: more where one slow query must not hold up the quick ones. */
  readers?: number;
  /** All function names, because a type cannot be asked at run time. */
  functions: ReadonlyArray<keyof T & string>;
}

class WorkerThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  #next = 0;
  #closing = false;
  #ended: Error | undefined;

  constructor(start: WorkerStart) {
    this.#worker = new Worker(new URL('./store-worker.ts', import.meta.url), { workerData: start });
    this.#worker.unref();
    this.#worker.on('message', (answer: WorkerAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (this.#waiting.size === 0) this.#worker.unref();
      if (answer.error) waiting?.reject(answer.error);
      else waiting?.resolve(answer.value);
    });
    this.#worker.on('error', (error) => this.#end(new TransientError(`the store's thread ended: ${String(error)}`, { cause: error })));
    this.#worker.on('exit', () => this.#end(new TransientError('the store was closed')));
  }

  /** Calls without an answer yet. */
  get load(): number {
    return this.#waiting.size;
  }

  call(name: string, args: unknown[]): Promise<unknown> {
    if (this.#closing) return Promise.reject(new TransientError('the store is closed'));
    if (this.#ended) return Promise.reject(this.#ended);
    return this.#post(name, args);
  }

  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    if (!this.#ended) await this.#post('close', []).catch(() => undefined);
    await this.#worker.terminate();
  }

  #post(name: string, args: unknown[]): Promise<unknown> {
    const id = this.#next++;
    if (this.#waiting.size === 0) this.#worker.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, name, args } satisfies WorkerCall, []);
    });
  }

  /** A thread does not come back: from now on every call is refused at once, with the first reason. */
  #end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/**
 * Runs a SQLite store in a worker thread (and its reads in a second one), so that no query or commit ever holds up the event loop.
 * Calls to the writer are executed in the order they were made.
 */
export async function openWorkerStore<T extends object, O>(options: WorkerStoreOptions<T, O>): Promise<Remote<T>> {
  const start = { module: options.module.href, options: options.options };
  const writer = new WorkerThread({ ...start, role: 'writer' });
  await writer.call('ready', []); // the writer makes the schema before a reader opens the file
  const readers = options.reads?.length
    ? Array.from({ length: options.readers ?? 1 }, () => new WorkerThread({ ...start, role: 'reader' }))
    : [];
  await Promise.all(readers.map((reader) => reader.call('ready', [])));
  const idlest = (): WorkerThread => readers.reduce((best, reader) => (reader.load < best.load ? reader : best), readers[0] ?? writer);
  const reads = new Set<string>(options.reads);
  const entries = options.functions.map((name) => [name, (...args: unknown[]) => (reads.has(name) ? idlest() : writer).call(name, args)]);
  const close = async (): Promise<void> => {
    await Promise.all(readers.map((reader) => reader.close()));
    await writer.close();
  };
  return { ...Object.fromEntries(entries), close } as Remote<T>;
}
