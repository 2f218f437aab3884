import type { Call } from '@numscope/contracts';
import { type CallOptions, urlOf } from '@numscope/platform';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

/** One caller of a service's routes. */
export interface Caller {
  /**
   * Makes a declared call. The body is sent as given, so that wrong ones can be tried: pass `raw` for what the schema
   * forbids.
   */
  call<C extends Call>(
    call: C,
    options?: Pick<CallOptions<C>, 'params' | 'query' | 'body'> & { raw?: unknown },
  ): Promise<LightMyRequestResponse>;
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
}

/** A caller with this token, or without any for null. */
export function authed(app: FastifyInstance, token: string | null): Caller {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  return {
    call: (call, options = {}) => {
      const payload = 'raw' in options ? options.raw : options.body;
      return app.inject({
        method: call.method,
        url: urlOf(call, Object(options.params), Object(options.query)),
        headers: payload === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
      });
    },
    inject: (options) => app.inject({ ...options, headers: { ...headers, ...options.headers } }),
  };
}
