import { Worker } from 'node:worker_threads';
// Not by the package's index: store modules import this file in their threads, and those should stay small.
import { TransientError } from '@numscope/platform/transient-error';
import type { WorkerAnswer, WorkerRequest } from './worker-protocol.ts';

/**
 * A thread's heap of young objects, in megabytes: small, because there are many threads and a batch's objects die at
 * once.
 */
const YOUNG_GENERATION_MB = 4;

/** A thread is behind with so many calls, or when one waits so long (in milliseconds). */
const MANY_CALLS = 8;
const LONG_MS = 100;

type RequestBody = WorkerRequest extends infer R ? (R extends WorkerRequest ? Omit<R, 'id' | 'store'> : never) : never;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  /** When it was called; null for what opens or closes a store, which takes as long as the thread does to begin. */
  since: number | null;
}

/** Hears why a thread ended that nobody closed. */
export type OnLost = (cause: Error) => void;

/**
 * As for a fault of the main thread that nobody foresaw: the process ends, and its work goes on at the next start. Half
 * of it would refuse every call for ever.
 */
export const endProcess: OnLost = (cause) =>
  void setImmediate(() => {
    throw cause;
  });

const passing = (error: Error): Error => new TransientError(error.message, { cause: error });

/** The threads that several stores share, by name. */
const shared = new Map<string, WorkerThread>();

/** One thread that runs the functions of one or more stores. Calls to it are executed in the order they were made. */
export class WorkerThread {
  readonly #worker: Worker;
  readonly #name: string | undefined;
  readonly #waiting = new Map<number, Waiting>();
  readonly #stores = new Set<number>();
  /** Listeners to the thread's end, one for each open store. */
  readonly #onLost = new Map<number, OnLost>();
  #unsent: WorkerRequest[] = [];
  #nextCall = 0;
  #nextStore = 0;
  #ended: Error | undefined;

  /** The thread of that name, begun when it is the first to be asked for; without a name always a new one. */
  static named(name: string | undefined): WorkerThread {
    const known = name === undefined ? undefined : shared.get(name);
    if (known) return known;
    const thread = new WorkerThread(name);
    if (name !== undefined) shared.set(name, thread);
    return thread;
  }

  private constructor(name: string | undefined) {
    this.#name = name;
    this.#worker = new Worker(new URL('./store-worker.ts', import.meta.url), {
      ...(name === undefined ? {} : { name }),
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    this.#worker.unref();
    this.#worker.on('message', (answer: WorkerAnswer) => this.#settle(answer));
    this.#worker.on('error', (error) =>
      this.#end(new TransientError(`the store's thread ended: ${String(error)}`, { cause: error })),
    );
    this.#worker.on('exit', (code) =>
      this.#end(
        new TransientError(
          this.#stores.size === 0 ? 'the store was closed' : `the store's thread ended with code ${code}`,
        ),
      ),
    );
  }

  /** It answers no call any more. */
  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** Calls without an answer yet. */
  get load(): number {
    return this.#waiting.size;
  }

  /** Whether calls to it take so long, or are so many, that another thread would help. */
  get isBehind(): boolean {
    const long = performance.now() - LONG_MS;
    let calls = 0;
    for (const { since } of this.#waiting.values())
      if (since !== null && (since < long || ++calls >= MANY_CALLS)) return true;
    return false;
  }

  /**
   * Opens a store in this thread; resolves to its number and the names of its functions.
   * @param onLost is called once when the thread ends before the store is closed
   */
  async open(
    module: string,
    options: unknown,
    role: 'writer' | 'reader',
    onLost: OnLost,
  ): Promise<{ store: number; functions: string[] }> {
    const store = this.#nextStore++;
    this.#stores.add(store);
    try {
      const functions = (await this.#post(store, { kind: 'open', module, options, role })) as string[];
      this.#onLost.set(store, onLost);
      return { store, functions };
    } catch (error) {
      await this.#leave(store);
      throw error;
    }
  }

  call(store: number, name: string, args: unknown[]): Promise<unknown> {
    if (!this.#stores.has(store)) return Promise.reject(new TransientError('the store is closed'));
    return this.#post(store, { kind: 'call', name, args });
  }

  /** Closes one store; the thread ends with its last. */
  async close(store: number): Promise<void> {
    if (!this.#stores.has(store)) return;
    this.#onLost.delete(store);
    const closing = this.#post(store, { kind: 'close' }).catch(() => undefined);
    this.#stores.delete(store);
    await closing;
    await this.#leave(store);
  }

  async #leave(store: number): Promise<void> {
    this.#stores.delete(store);
    if (this.#stores.size > 0) return;
    if (this.#name !== undefined && shared.get(this.#name) === this) shared.delete(this.#name);
    await this.#worker.terminate();
  }

  #post(store: number, body: RequestBody): Promise<unknown> {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = this.#nextCall++;
    if (this.#waiting.size === 0) this.#worker.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, since: body.kind === 'call' ? performance.now() : null });
      this.#sendSoon({ id, store, ...body });
    });
  }

  /** What is asked for in one turn of the event loop goes in one message: each message wakes the thread. */
  #sendSoon(request: WorkerRequest): void {
    if (this.#unsent.push(request) > 1) return;
    setImmediate(() => {
      const requests = this.#unsent;
      this.#unsent = [];
      this.#send(requests);
    });
  }

  #send(requests: WorkerRequest[]): void {
    try {
      this.#worker.postMessage(requests, []);
    } catch (error) {
      const [only, ...others] = requests;
      // What cannot be sent is refused alone.
      if (others.length > 0) for (const request of requests) this.#send([request]);
      else if (only) this.#settle({ id: only.id, error: error instanceof Error ? error : new Error(String(error)) });
    }
  }

  #settle({ id, value, error, passes }: WorkerAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if (error) waiting?.reject(passes ? passing(error) : error);
    else waiting?.resolve(value);
  }

  /** A thread does not come back: from now on every call is refused at once, with the first reason. */
  #end(error: Error): void {
    this.#ended ??= error;
    if (this.#name !== undefined && shared.get(this.#name) === this) shared.delete(this.#name);
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    const lost = new Set(this.#onLost.values());
    this.#onLost.clear();
    for (const tell of lost) tell(this.#ended);
  }
}
