import type { Dispatcher } from 'undici';
import { ANSWER_BYTES } from './answer-bounds.ts';
import type { Outgoing } from './outgoing.ts';
import type { HttpAnswer } from './page.ts';
import { readText } from './read-text.ts';
import type { TimeLimits } from './time-limits.ts';
import { unpack } from './unpack.ts';

const bytesOf = (chunks: readonly Buffer[]): Buffer => {
  const [only] = chunks;
  return chunks.length === 1 && only ? only : Buffer.concat(chunks);
};

async function answerOf(
  status: number,
  headers: HttpAnswer['headers'],
  chunks: readonly Buffer[],
): Promise<HttpAnswer> {
  const unpacked = await unpack(bytesOf(chunks), headers['content-encoding'], ANSWER_BYTES);
  if (typeof unpacked === 'string') return { status, headers, text: '', fault: unpacked };
  return { status, headers, ...readText(unpacked, String(headers['content-type'] ?? '')) };
}

/** The time that one call has, whatever exchanges it takes. */
export interface CallTime {
  /** Set once the time is over. */
  over: Error | null;
  /** Ends the exchange that is under way. */
  stop(error: Error): void;
}

/** Begins the time of a call; `done` must be called when it came to its end. */
export function beginTime(limits: TimeLimits): { time: CallTime; done(): void } {
  const time: CallTime = { over: null, stop: () => undefined };
  const done = limits.begin(() => {
    time.over = Object.assign(new Error('out of time'), { code: 'ETIMEDOUT' });
    time.stop(time.over);
  });
  return { time, done };
}

/**
 * One request and its whole answer, by the plainest way through undici: a stream and a signal for each call would cost
 * as much as the call itself. Rejects with the transport's fault, or with `ETIMEDOUT` when the time is over.
 */
export const exchange = (
  dispatcher: Dispatcher,
  { url, method, headers: sent, body }: Outgoing,
  time: CallTime,
): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const { origin, pathname, search } = new URL(url);
    const chunks: Buffer[] = [];
    let status = 0;
    let headers: HttpAnswer['headers'] = {};
    let controller: Dispatcher.DispatchController | null = null;
    time.stop = (error) => {
      reject(error);
      controller?.abort(error);
    };
    dispatcher.dispatch(
      { origin, path: pathname + search, method, headers: sent, body },
      {
        onRequestStart(started) {
          controller = started;
          if (time.over) started.abort(time.over);
        },
        onResponseStart(_controller, statusCode, received) {
          status = statusCode;
          headers = received;
        },
        onResponseData: (_controller, chunk) => void chunks.push(chunk),
        onResponseEnd: () => void answerOf(status, headers, chunks).then(resolve, reject),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
