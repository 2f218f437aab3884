import type { PhoneRows } from '../store/job-store.port.ts';
import type { Fault, FromWorker, ToWorker, UploadSummary } from './phones-protocol.ts';

const PIECE_BYTES = 256 * 1024;
const MOST_PIECES = 8;

interface Waiting {
  resolve(message: FromWorker): void;
  reject(error: Error): void;
}

/**
 * One upload as the main thread sees it: pieces go into the worker as fast as it reads them, phones come out in slices.
 */
export class UploadReader {
  readonly #upload: number;
  readonly #post: (message: ToWorker, transfer: ArrayBuffer[]) => void;
  readonly #ended: () => void;
  /** Memory to fill next; null while all of it is with the worker. */
  readonly #free: ArrayBuffer[] = [];
  #made = 0;
  #filling: Uint8Array<ArrayBuffer> | null = null;
  #filled = 0;
  #fault: Fault | null = null;
  #error: Error | null = null;
  #roomWaiters: Array<() => void> = [];
  #answer: Waiting | null = null;
  #ahead: Promise<FromWorker> | null = null;

  constructor(upload: number, post: (message: ToWorker, transfer: ArrayBuffer[]) => void, ended: () => void) {
    this.#upload = upload;
    this.#post = post;
    this.#ended = ended;
  }

  /** What is wrong with the file, as far as it is known. */
  get fault(): Fault | null {
    return this.#fault;
  }

  /** Takes bytes (copied); resolves when there is room for more. */
  async write(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length;) {
      if (this.#error) throw this.#error;
      this.#filling ??= await this.#memory();
      const part = bytes.subarray(from, from + PIECE_BYTES - this.#filled);
      this.#filling.set(part, this.#filled);
      this.#filled += part.length;
      from += part.length;
      if (this.#filled === PIECE_BYTES) this.#sendPiece();
    }
  }

  /** Ends the file. Resolves with its summary, or what is wrong with it. */
  async end(): Promise<{ fault: Fault } | { summary: Omit<UploadSummary, 'moved'> }> {
    if (this.#filled > 0) this.#sendPiece();
    const answer = await this.#ask({ type: 'end', upload: this.#upload });
    if (answer.type !== 'read') throw new Error('the reader of phones files answered out of turn');
    const fault = this.#fault ?? answer.fault;
    if (fault || !answer.summary) return { fault: fault ?? { code: 'FILE_PARSING' } };
    return { summary: answer.summary };
  }

  /** The slices in order; the next is judged while the caller works on one. Returns what belongs in between them. */
  async *slices(): AsyncGenerator<PhoneRows, Float64Array> {
    for (;;) {
      const answer = await (this.#ahead ?? this.#ask({ type: 'next', upload: this.#upload }));
      if (answer.type !== 'slice') throw new Error('the reader of phones files answered out of turn');
      if (!answer.slice) return answer.moved ?? new Float64Array(0);
      this.#ahead = this.#ask({ type: 'next', upload: this.#upload });
      this.#ahead.catch(() => undefined);
      yield answer.slice;
    }
  }

  /** Must be called at the end, whatever happened. */
  close(): void {
    if (!this.#error) this.#post({ type: 'drop', upload: this.#upload }, []);
    this.#ended();
  }

  receive(message: FromWorker): void {
    if (message.type === 'broken') return this.fail(new Error(message.message));
    if (message.type !== 'piece-done') {
      this.#answer?.resolve(message);
      this.#answer = null;
      return;
    }
    this.#fault ??= message.fault;
    this.#free.push(message.buffer);
    for (const wake of this.#roomWaiters.splice(0)) wake();
  }

  fail(error: Error): void {
    this.#error ??= error;
    this.#answer?.reject(error);
    this.#answer = null;
    for (const wake of this.#roomWaiters.splice(0)) wake();
  }

  async #memory(): Promise<Uint8Array<ArrayBuffer>> {
    for (;;) {
      if (this.#error) throw this.#error;
      const buffer = this.#free.pop();
      if (buffer) return new Uint8Array(buffer);
      if (this.#made < MOST_PIECES) {
        this.#made++;
        return new Uint8Array(new ArrayBuffer(PIECE_BYTES));
      }
      await new Promise<void>((resolve) => this.#roomWaiters.push(resolve));
    }
  }

  #sendPiece(): void {
    if (!this.#filling) return;
    const { buffer } = this.#filling;
    this.#post({ type: 'piece', upload: this.#upload, buffer, length: this.#filled }, [buffer]);
    this.#filling = null;
    this.#filled = 0;
  }

  #ask(message: ToWorker): Promise<FromWorker> {
    if (this.#error) return Promise.reject(this.#error);
    return new Promise((resolve, reject) => {
      this.#answer = { resolve, reject };
      this.#post(message, []);
    });
  }
}
