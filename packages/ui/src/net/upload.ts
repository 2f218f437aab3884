import { type Call, type CallName, calls } from '@numscope/contracts';
import { ApiFailure, failureOf } from './api-failure.ts';
import { authHeaders } from './call-api.ts';
import type { CallAnswer } from './call-types.ts';
import { failureEffects } from './failure-effects.ts';
import { requestOf } from './request-of.ts';

export interface UploadOptions {
  query?: Record<string, unknown>;
  signal?: AbortSignal;
  quiet?: boolean;
  /** Bytes sent of all; called often. */
  onProgress?: (sent: number, total: number) => void;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Sends a multipart form with progress, which fetch cannot tell. Fields stand before the file, because the server reads
 * while it arrives.
 * @throws ApiFailure when refused; an AbortError when the signal stops it
 */
export function upload<N extends CallName>(
  name: N,
  form: FormData,
  options: UploadOptions = {},
): Promise<CallAnswer<N>> {
  const definition: Call = calls[name];
  const { url, method } = requestOf(name, { query: options.query });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (failure: ApiFailure): void => {
      failureEffects(failure, { quiet: options.quiet ?? false });
      reject(failure);
    };
    request.open(method, url);
    for (const [key, value] of Object.entries({ accept: 'application/json', ...authHeaders() }))
      request.setRequestHeader(key, value);
    request.upload.addEventListener('progress', (event) => options.onProgress?.(event.loaded, event.total));
    request.addEventListener('error', () =>
      fail(new ApiFailure({ status: 0, code: 'NO_ANSWER', message: 'The upload broke off' })),
    );
    request.addEventListener('abort', () => reject(new DOMException('The upload was stopped', 'AbortError')));
    request.addEventListener('load', () => {
      const requestId = request.getResponseHeader('x-request-id') ?? undefined;
      if (request.status >= 400) return fail(failureOf(request.status, parse(request.responseText), requestId));
      const answer = definition.answer.safeParse(parse(request.responseText));
      if (!answer.success) return fail(failureOf(request.status, undefined, requestId));
      resolve(answer.data as CallAnswer<N>);
    });
    if (options.signal?.aborted === true) return reject(new DOMException('The upload was stopped', 'AbortError'));
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
