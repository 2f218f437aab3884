import { ApiFailure, noAnswer } from './api-failure.ts';
import type { FormOptions } from './call-types.ts';
import { streamOfForm } from './form-bytes.ts';

export interface FormRequest {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  form: FormData;
}

/** What came back; `body` is undefined where it was no JSON. */
export interface SentForm {
  status: number;
  body: unknown;
  requestId: string | undefined;
  retryAfter: string | null;
}

const BROKE_OFF = 'The upload broke off';
const FILE_CHANGED = 'The file could not be read to its end: it was changed or taken away while it was sent';

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const stopped = (): DOMException => new DOMException('The upload was stopped', 'AbortError');

/** By XMLHttpRequest, as a browser's fetch cannot tell how far an upload is. */
function sendByBrowser({ url, method, headers, form }: FormRequest, options: FormOptions): Promise<SentForm> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (event) => options.onProgress?.(event.loaded, event.total));
    request.addEventListener('error', () => reject(noAnswer(undefined, BROKE_OFF)));
    request.addEventListener('abort', () => reject(stopped()));
    request.addEventListener('load', () =>
      resolve({
        status: request.status,
        body: parse(request.responseText),
        requestId: request.getResponseHeader('x-request-id') ?? undefined,
        retryAfter: request.getResponseHeader('retry-after'),
      }),
    );
    if (options.signal?.aborted === true) return reject(stopped());
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

/** Whether it was a file of this side that ended it. */
const isUnreadable = (cause: unknown): boolean =>
  cause instanceof Error && cause.cause instanceof DOMException && cause.cause.name === 'NotReadableError';

/** What fetch of Node.js wants to be told of a body that is a stream. */
const STREAMED: object = { duplex: 'half' };

const sizeOf = (form: FormData): number =>
  [...form.values()].reduce((sum, value) => sum + (typeof value === 'string' ? value.length : value.size), 0);

/** By `fetch`, which in Node.js takes a stream: progress is what it has read of that. */
async function sendByNode({ url, method, headers, form }: FormRequest, options: FormOptions): Promise<SentForm> {
  const total = sizeOf(form);
  let sent = 0;
  const { contentType, body } = streamOfForm(form, (bytes) => {
    sent += bytes;
    options.onProgress?.(Math.min(sent, total), total);
  });
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, 'content-type': contentType },
      body,
      ...STREAMED,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    return {
      status: response.status,
      body: parse(await response.text()),
      requestId: response.headers.get('x-request-id') ?? undefined,
      retryAfter: response.headers.get('retry-after'),
    };
  } catch (cause) {
    if (options.signal?.aborted === true) throw stopped();
    if (isUnreadable(cause)) throw new ApiFailure({ status: 0, code: 'FILE_CHANGED', message: FILE_CHANGED, cause });
    throw noAnswer(cause, BROKE_OFF);
  }
}

/** @throws ApiFailure when nothing came back; an AbortError when the signal stopped it */
export const sendForm = (request: FormRequest, options: FormOptions): Promise<SentForm> =>
  typeof XMLHttpRequest === 'undefined' ? sendByNode(request, options) : sendByBrowser(request, options);
