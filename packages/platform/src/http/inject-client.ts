import type { Readable } from 'node:stream';
import { type Call, apiError, type ApiError, ErrorBody, errorCatalogue, type ErrorCode, type ServiceName } from '@numscope/contracts';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod';
import type { CallOptions, ServiceClient } from '../ports/service-client.port.ts';
import { urlOf } from './path.ts';
import type { Tokens } from './tokens.ts';

const DEFAULT_TIMEOUT_MS = 5000;

const isCode = (code: string): code is ErrorCode => code in errorCatalogue;

/** The fault of an answer that was not a success, as the side that was called threw it. */
export function faultOf(status: number, text: string): ApiError {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return apiError('SERVICE_UNAVAILABLE', { details: { status } });
  }
  const body = ErrorBody.safeParse(parsed);
  if (!body.success || !isCode(body.data.code)) return apiError('SERVICE_UNAVAILABLE', { details: { status } });
  return apiError(body.data.code, { message: body.data.message, details: body.data.details, status });
}

/** Calls between services of one process: through their doors, without a network. */
export function createInjectClient(caller: string, tokens: Tokens, appOf: (service: ServiceName) => FastifyInstance): ServiceClient {
  const send = async (call: Call, options: CallOptions<Call>) => {
    if (call.service === 'gateway') throw new Error('services do not call the gateway');
    const headers: Record<string, string> = { authorization: `Bearer ${tokens.signService(caller)}` };
    if (options.requestId) headers['x-request-id'] = options.requestId;
    if (options.bytes) headers['content-type'] = options.bytes.contentType;
    const payload = options.bytes ? Buffer.from(options.bytes.content) : (options.body as object | undefined);
    return appOf(call.service).inject({
      method: call.method,
      url: urlOf(call, Object(options.params), Object(options.query)),
      headers,
      ...(payload === undefined ? {} : { payload }),
      signal: AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
      payloadAsStream: true,
    });
  };
  const textOf = async (body: Readable): Promise<string> => Buffer.concat(await body.toArray()).toString('utf8');

  return {
    async call<C extends Call>(call: C, options: CallOptions<C>) {
      const response = await send(call, options);
      const text = await textOf(response.stream());
      if (response.statusCode >= 400) throw faultOf(response.statusCode, text);
      return call.answer.parse(text === '' ? undefined : JSON.parse(text)) as z.output<C['answer']>;
    },
    async stream(call, options) {
      const response = await send(call, options);
      if (response.statusCode >= 400) throw faultOf(response.statusCode, await textOf(response.stream()));
      const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
      return { status: response.statusCode, headers, body: response.stream() };
    },
  } as ServiceClient;
}
