import { apiError, calls } from '@numscope/contracts';
import { type Identity, type OutboxRelay, route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import { judgeSameFace } from '../commands/judge-same-face.ts';
import type { ProfilesDeps } from '../deps.ts';
import { type FaceAsker, nearNumbersOf, withVerdicts } from '../queries/same-face.ts';

function askerOf(identity: Identity | null, requestId: string): FaceAsker {
  if (!identity) throw apiError('UNAUTHORIZED');
  return { userId: identity.userId, requestId };
}

/** Numbers on which the same face may be. */
export function sameFaceRoutes(app: FastifyInstance, deps: ProfilesDeps, relay: OutboxRelay): void {
  route(app, calls.sameFace, async ({ params: { phone }, identity, requestId }) =>
    withVerdicts(phone, await nearNumbersOf(phone, deps, askerOf(identity, requestId)), deps),
  );
  route(app, calls.judgeSameFace, ({ params, body, userName, identity, requestId, audit }) =>
    judgeSameFace({ phone: params.phone, other: body.phone }, { verdict: body.verdict, by: userName }, deps, {
      relay,
      asker: askerOf(identity, requestId),
      audit,
    }),
  );
}
