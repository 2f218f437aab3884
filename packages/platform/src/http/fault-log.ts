import type { ApiError } from '@numscope/contracts';
import type { FastifyBaseLogger } from 'fastify';
import { isError, reasonOf } from '../errors.ts';

const FROM_STATUS = 500;
const WINDOW_MS = 10_000;
/** Lines of one code and route within a window: more would say the same. */
const MOST_LINES = 5;

/** What is said of a request. */
interface FailedRequest {
  log: FastifyBaseLogger;
  method: string;
  routeOptions: { url?: string | undefined };
}

/** Why calls are answered 500 or above: nobody but the log is told. An engine that is away does not fill it. */
export class FaultLog {
  readonly #log: FastifyBaseLogger;
  readonly #windowMs: number;
  /** How often each code and route was met in its window. */
  readonly #met = new Map<string, number>();

  constructor(log: FastifyBaseLogger, windowMs = WINDOW_MS) {
    this.#log = log;
    this.#windowMs = windowMs;
  }

  /** @param error what was thrown, of which `fault` is what the caller learns */
  tell(request: FailedRequest, fault: ApiError, error: unknown): void {
    if (fault.statusCode < FROM_STATUS) return;
    if (fault.code === 'INTERNAL') return request.log.error({ err: error }, 'a request failed');
    const { code } = fault;
    const route = `${request.method} ${request.routeOptions.url ?? 'unknown'}`;
    const name = `${code} ${route}`;
    const met = this.#met.get(name) ?? 0;
    if (met === 0) setTimeout(() => this.#endWindow(name, { code, route }), this.#windowMs).unref();
    this.#met.set(name, met + 1);
    if (met < MOST_LINES)
      request.log.warn({ code, route, reason: reasonsOf(fault.cause ?? fault) }, 'a call could not be answered');
  }

  #endWindow(name: string, what: { code: string; route: string }): void {
    const leftOut = (this.#met.get(name) ?? 0) - MOST_LINES;
    this.#met.delete(name);
    if (leftOut > 0) this.#log.warn({ ...what, leftOut }, 'more calls could not be answered');
  }
}

/** The reason, and what that comes from where it says more. */
function reasonsOf(error: unknown): string {
  const reason = reasonOf(error);
  if (!isError(error) || error.cause === undefined) return reason;
  const deeper = reasonOf(error.cause);
  return reason.includes(deeper) ? reason : `${reason}: ${deeper}`;
}
