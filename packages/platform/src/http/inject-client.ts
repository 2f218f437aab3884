import type { ServiceName } from '@numscope/contracts';
import type { FastifyInstance } from 'fastify';
import type { ServiceClient } from '../ports/service-client.port.ts';
import { clientOver, refuseFaults } from './service-call.ts';
import type { ServiceCredentials } from '../tokens/service-keys.ts';

/** Calls between services of one process: through their routes, without a network. */
export const createInjectClient = (
  caller: ServiceCredentials,
  appOf: (service: ServiceName) => FastifyInstance,
): ServiceClient =>
  clientOver(caller, async ({ service, method, url, headers, payload }, signal) => {
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
