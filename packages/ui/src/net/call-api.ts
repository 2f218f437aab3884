import { type Call, type CallName, calls } from '@numscope/contracts';
import { currentSession } from '../session/session.ts';
import { ApiFailure, failureOf } from './api-failure.ts';
import type { CallAnswer, CallInput, CallOptions } from './call-types.ts';
import { failureEffects } from './failure-effects.ts';
import { type RawInput, requestOf } from './request-of.ts';

/** Headers of every call: the bearer token when there is one. */
export function authHeaders(): Record<string, string> {
  const session = currentSession();
  return session === null ? {} : { authorization: `Bearer ${session.token}` };
}

async function send(name: CallName, input: RawInput, options: CallOptions): Promise<Response> {
  const request = requestOf(name, input);
  let response: Response;
  try {
    response = await fetch(request.url, {
      method: request.method,
      headers: {
        accept: 'application/json',
        ...authHeaders(),
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  } catch (cause) {
    if (options.signal?.aborted === true) throw cause;
    throw failed(new ApiFailure({ status: 0, code: 'NO_ANSWER', message: 'The server does not answer' }), options);
  }
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => undefined);
  throw failed(failureOf(response.status, body, response.headers.get('x-request-id') ?? undefined), options);
}

function failed(failure: ApiFailure, options: CallOptions): ApiFailure {
  failureEffects(failure, { quiet: options.quiet ?? false });
  return failure;
}

/**
 * Makes one call of the product, typed by its contract; the answer is parsed by its schema.
 * @example const page = await callApi('searchJobs', { body: { page: 0 } });
 * @throws RequiredError before anything is sent, ApiFailure when it is refused (already shown as a toast unless quiet)
 */
export async function callApi<N extends CallName>(
  name: N,
  input: CallInput<N>,
  options: CallOptions = {},
): Promise<CallAnswer<N>> {
  const response = await send(name, input as RawInput, options);
  const body: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined);
  const definition: Call = calls[name];
  const parsed = definition.answer.safeParse(body);
  if (!parsed.success) {
    const requestId = response.headers.get('x-request-id') ?? undefined;
    const message = 'The server answered in a form that this console does not know';
    throw failed(
      new ApiFailure({
        status: response.status,
        code: 'UNREADABLE',
        message,
        details: parsed.error.issues,
        ...(requestId === undefined ? {} : { requestId }),
      }),
      options,
    );
  }
  return parsed.data as CallAnswer<N>;
}

/** The same for answers that are bytes: pictures and server-side exports. */
export async function callBlob<N extends CallName>(
  name: N,
  input: CallInput<N>,
  options: CallOptions = {},
): Promise<Blob> {
  const response = await send(name, input as RawInput, options);
  return response.blob();
}
