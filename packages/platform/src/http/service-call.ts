import type { Readable } from 'node:stream';
import {
  type Call,
  apiError,
  type ApiError,
  ErrorBody,
  errorCatalogue,
  type ErrorCode,
  isRepeatable,
  type ServiceName,
} from '@numscope/contracts';
import type * as z from 'zod';
import type { CallOptions, ServiceClient } from '../ports/service-client.port.ts';
import { connectionFault } from './connection-faults.ts';
import { urlOf } from './path.ts';
import type { ServiceCredentials } from '../tokens/service-keys.ts';
import { carryTrace } from '../tracing/carry-trace.ts';

const DEFAULT_TIMEOUT_MS = 5000;

/** A call between services as it goes out, whatever carries it. */
export interface OutgoingCall {
  service: ServiceName;
  method: Call['method'];
  /** The URL with its query string. */
  url: string;
  headers: Record<string, string>;
  payload: string | Buffer | undefined;
  timeoutMs: number;
  /** Asking twice does no more than asking once. */
  repeatable: boolean;
}

export interface Answer {
  statusCode: number;
  headers: Readonly<Record<string, unknown>>;
  body: Readable;
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);

async function textOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** The fault of an answer that was not a success, as the side that was called threw it. */
function faultOf(status: number, text: string, retryAfter: number): ApiError {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return apiError('SERVICE_UNAVAILABLE', { details: { status } });
  }
  const body = ErrorBody.safeParse(parsed);
  if (!body.success || !isCode(body.data.code)) return apiError('SERVICE_UNAVAILABLE', { details: { status } });
  const { code, message, details } = body.data;
  return apiError(code, { message, details, status, ...(retryAfter > 0 ? { retryAfter } : {}) });
}

/** @throws ApiError of an answer that is not a success, which is read for that */
export async function refuseFaults(answer: Answer): Promise<Answer> {
  if (answer.statusCode >= 400) {
    const retryAfter = Number(answer.headers['retry-after']);
    throw faultOf(answer.statusCode, await textOf(answer.body), retryAfter);
  }
  return answer;
}

/** A call that got no answer, as its caller meets it; what is a defect stays one. */
function unanswered(error: unknown, service: ServiceName): unknown {
  const name = typeof error === 'object' && error !== null && 'name' in error ? error.name : '';
  const fault = connectionFault(error);
  if (name === 'TimeoutError' || name === 'AbortError' || fault === 'late')
    return apiError('TIMEOUT', { details: { service }, cause: error });
  return fault === null ? error : apiError('SERVICE_UNAVAILABLE', { details: { service }, cause: error });
}

function outgoingCall(caller: ServiceCredentials, call: Call, options: CallOptions<Call>): OutgoingCall {
  if (call.service === 'gateway') throw new Error('services do not call the gateway');
  const headers: Record<string, string> = { authorization: `Bearer ${caller.token()}` };
  if (options.requestId) headers['x-request-id'] = options.requestId;
  carryTrace(headers);
  let payload: OutgoingCall['payload'];
  if (options.bytes) {
    headers['content-type'] = options.bytes.contentType;
    payload = Buffer.from(options.bytes.content);
  } else if (options.body !== undefined) {
    headers['content-type'] = 'application/json';
    payload = JSON.stringify(options.body);
  }
  return {
    service: call.service,
    method: call.method,
    url: urlOf(call, Object(options.params), Object(options.query)),
    headers,
    payload,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    repeatable: isRepeatable(call),
  };
}

/**
 * A service client over something that carries calls. `carry` resolves with a success or rejects with what
 * `refuseFaults` throws; `signal` fires when the time of the call is up, or its caller gave it up.
 */
export function clientOver(
  caller: ServiceCredentials,
  carry: (call: OutgoingCall, signal: AbortSignal) => Promise<Answer>,
): ServiceClient {
  const within = async <T>(
    call: Call,
    options: CallOptions<Call>,
    read: (answer: Answer) => Promise<T>,
  ): Promise<T> => {
    const outgoing = outgoingCall(caller, call, options);
    const time = new AbortController();
    const timer = setTimeout(
      () => time.abort(new DOMException('the time of the call is up', 'TimeoutError')),
      outgoing.timeoutMs,
    );
    try {
      const signal = options.signal ? AbortSignal.any([time.signal, options.signal]) : time.signal;
      return await read(await carry(outgoing, signal));
    } catch (error) {
      throw unanswered(error, outgoing.service);
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    call: <C extends Call>(call: C, options: CallOptions<C>) =>
      within(call, options, async ({ body }) => {
        const text = await textOf(body);
        return call.answer.parse(text === '' ? undefined : JSON.parse(text)) as z.output<C['answer']>;
      }),
    stream: (call, options) =>
      within(call, options, async ({ statusCode, headers, body }) => ({
        status: statusCode,
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        body,
      })),
  } as ServiceClient;
}
