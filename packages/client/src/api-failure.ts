import { ErrorBody, messages } from '@numscope/contracts';
import { clientMessages } from './client-messages.ts';

/** A call that was refused or did not come through. `status` 0: no answer at all. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly requestId: string | undefined;
  /** Milliseconds after which the server asks to be tried again; undefined: it does not say. */
  readonly retryAfterMs: number | undefined;

  constructor(fault: {
    status: number;
    code: string;
    message: string;
    details?: unknown;
    requestId?: string;
    retryAfterMs?: number;
    cause?: unknown;
  }) {
    super(fault.message, { cause: fault.cause });
    this.name = 'ApiFailure';
    this.status = fault.status;
    this.code = fault.code;
    this.details = fault.details;
    this.requestId = fault.requestId;
    this.retryAfterMs = fault.retryAfterMs;
  }
}

/** A call parameter that was left out; nothing was sent. */
export class RequiredError extends Error {
  readonly field: string;

  constructor(field: string, call: string) {
    super(messages.requiredParameter(field, call));
    this.name = 'RequiredError';
    this.field = field;
  }
}

/** Nothing came back at all. */
export const noAnswer = (cause: unknown, message: string = clientMessages.noAnswer): ApiFailure =>
  new ApiFailure({ status: 0, code: 'NO_ANSWER', message, cause });

/** What a refused answer says: the server's message if it has one, else the client's own. */
export function failureOf(
  status: number,
  body: unknown,
  requestId: string | undefined,
  retryAfter: string | null,
): ApiFailure {
  const parsed = ErrorBody.safeParse(body);
  // The server of Numscope says seconds, never a date.
  const retry = retryAfter !== null && /^\d+$/.test(retryAfter) ? { retryAfterMs: Number(retryAfter) * 1000 } : {};
  if (parsed.success) return new ApiFailure({ ...parsed.data, ...retry, status });
  const message = status === 0 ? messages.timeout : clientMessages.failedStatus(status);
  return new ApiFailure({
    status,
    code: 'UNREADABLE',
    message,
    ...retry,
    ...(requestId === undefined ? {} : { requestId }),
  });
}
