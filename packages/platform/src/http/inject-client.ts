import type { ServiceName } from '@numscope/contracts';
import type { FastifyInstance } from 'fastify';
import type { ServiceClient } from '../ports/service-client.port.ts';
import { clientOver, refuseFaults } from './service-call.ts';
import type { Tokens } from './tokens.ts';

/** Calls between services of one process: through their doors, without a network. */
export const createInjectClient = (caller: string, tokens: Tokens, appOf: (service: ServiceName) => FastifyInstance): ServiceClient =>
  clientOver(caller, tokens, async ({ service, method, url, headers, payload }, signal) => {
    const response = await appOf(service).inject({
      method,
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
      signal,
      payloadAsStream: true,
    });
    return refuseFaults({ statusCode: response.statusCode, headers: response.headers, body: response.stream() });
  });
