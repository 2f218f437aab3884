import { calls } from '@numscope/contracts';
import { type OutboxRelay, route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import { judgeSameFace } from '../commands/judge-same-face.ts';
import type { ProfilesDeps } from '../deps.ts';
import { sameFaceOf } from '../queries/same-face.ts';

/** Numbers on which the same face may be. */
export function sameFaceRoutes(app: FastifyInstance, deps: ProfilesDeps, relay: OutboxRelay): void {
  route(app, calls.sameFace, ({ params, requestId }) => sameFaceOf(params.phone, deps, requestId));
  route(app, calls.judgeSameFace, ({ params, body, userName, requestId, audit }) =>
    judgeSameFace({ phone: params.phone, other: body.phone }, { verdict: body.verdict, by: userName }, deps, {
      relay,
      requestId,
      audit,
    }),
  );
}
