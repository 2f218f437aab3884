import type { Dispatcher } from 'undici';
import { ANSWER_BYTES } from './answer-bounds.ts';
import type { Outgoing } from './outgoing.ts';
import type { HttpAnswer } from './page.ts';
import { readText } from './read-text.ts';
import { targetOf } from './request-target.ts';
import type { CallTime } from './time-limits.ts';
import { isPacked, unpack } from './unpack.ts';

const bytesOf = (chunks: readonly Buffer[]): Buffer => {
  const [only] = chunks;
  return chunks.length === 1 && only ? only : Buffer.concat(chunks);
};

type Head = Pick<HttpAnswer, 'status' | 'headers'>;

const readAnswer = ({ status, headers }: Head, bytes: Buffer): HttpAnswer => {
  const { text, fault } = readText(bytes, String(headers['content-type'] ?? ''));
  return { status, headers, text, fault };
};

async function unpackAnswer({ status, headers }: Head, bytes: Buffer): Promise<HttpAnswer> {
  const unpacked = await unpack(bytes, headers['content-encoding'], ANSWER_BYTES);
  if (typeof unpacked === 'string') return { status, headers, text: '', fault: unpacked };
  return readAnswer({ status, headers }, unpacked);
}

/** What comes back of one request. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #time: CallTime;
  readonly #resolve: (answer: HttpAnswer | Promise<HttpAnswer>) => void;
  readonly #reject: (error: unknown) => void;
  readonly #chunks: Buffer[] = [];
  #status = 0;
  #headers: HttpAnswer['headers'] = {};
  #controller: Dispatcher.DispatchController | null = null;

  constructor(
    time: CallTime,
    resolve: (answer: HttpAnswer | Promise<HttpAnswer>) => void,
    reject: (error: unknown) => void,
  ) {
    this.#time = time;
    this.#resolve = resolve;
    this.#reject = reject;
    time.exchange = this;
  }

  stop(error: Error): void {
    this.#reject(error);
    this.#controller?.abort(error);
  }

  onRequestStart(started: Dispatcher.DispatchController): void {
    this.#controller = started;
    if (this.#time.over) started.abort(this.#time.over);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: HttpAnswer['headers']): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const head = { status: this.#status, headers: this.#headers };
    try {
      const bytes = bytesOf(this.#chunks);
      this.#resolve(
        isPacked(bytes, head.headers['content-encoding']) ? unpackAnswer(head, bytes) : readAnswer(head, bytes),
      );
    } catch (error) {
      this.#reject(error);
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}

/**
 * One request and its whole answer, by the plainest way through undici: a stream and a signal for each call would cost
 * as much as the call itself. Rejects with the transport's fault, or with `ETIMEDOUT` when the time is over.
 */
export const exchange = (
  dispatcher: Dispatcher,
  { url, method, headers, body }: Outgoing,
  time: CallTime,
): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const { origin, path } = targetOf(url);
    dispatcher.dispatch({ origin, path, method, headers, body }, new Exchange(time, resolve, reject));
  });
