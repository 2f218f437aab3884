import { type Call, calls, ErrorBody, pathsOf } from '@numscope/contracts';
import { expect } from '@jest/globals';
import type { Api } from '../calls/api.ts';

/** A request as somebody writes it who obeys no client. */
export interface RawCall {
  method: string;
  /** The path with its query string. */
  path: string;
  body?: string | Uint8Array<ArrayBuffer>;
  type?: string;
  headers?: Record<string, string>;
}

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** Sends it with the caller's token. */
export async function send(
  { url, token }: Pick<Api, 'url' | 'token'>,
  { method, path, body, type, headers }: RawCall,
): Promise<RawAnswer> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(type === undefined ? {} : { 'content-type': type }), ...headers },
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The one path of a call that is asked, with each parameter filled in by its name. */
export const pathOf = (call: Call, valueOf: (name: string) => string): string =>
  (pathsOf(call)[0] ?? '').replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(valueOf(name)));

/** Whatever was sent: no defect, and each refusal in the one shape, with the id by which it is found. @returns the refusal, or null */
export function expectOneShape(sent: RawCall, { status, headers, text }: RawAnswer): ErrorBody | null {
  const what = `${sent.method} ${sent.path.slice(0, 200)} ${String(sent.body ?? '').slice(0, 300)}`;
  if (status >= 500 && status !== 503) throw new Error(`${what}\nanswered ${status}: ${text.slice(0, 500)}`);
  // That a part does not answer in time on a busy machine is what health is asked for: its 503 is its answer.
  const isHealth = status === 503 && sent.path.split('?', 1)[0] === calls.health.path;
  if (status < 400 || isHealth) return null;
  const refusal = ErrorBody.safeParse(JSON.parse(text));
  if (!refusal.success) throw new Error(`${what}\nanswered ${status} in another shape: ${text.slice(0, 500)}`);
  expect({ what, statusCode: refusal.data.statusCode, id: refusal.data.requestId }).toEqual({
    what,
    statusCode: status,
    id: headers.get('x-request-id'),
  });
  return refusal.data;
}
