import { apiError, calls } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { Attempts } from '../attempts/attempts.ts';
import { beginOwnSecondFactor, endOwnSecondFactor } from '../commands/own-second-factor.ts';
import type { AuthContext } from '../deps.ts';

/** The own second factor; users keeps it. `wake` tells the relay that events wait. */
export function addSecondFactorRoutes(
  app: FastifyInstance,
  deps: AuthContext,
  attempts: Attempts,
  wake: () => void,
): void {
  const { client } = deps;

  route(app, calls.secondFactor, ({ identity, requestId }) => {
    if (!identity) throw apiError('UNAUTHORIZED');
    return client.call(calls.secondFactorOf, { body: { id: identity.userId }, requestId });
  });

  route(app, calls.beginSecondFactor, async ({ body, request, identity, audit, requestId }) => {
    const caller = { by: identity, address: request.ip, audit, requestId };
    const begun = await beginOwnSecondFactor(body, caller, attempts, deps);
    wake();
    return begun;
  });

  // A code of a secret that was told to this very caller is nothing that anybody would guess: it is not counted.
  route(app, calls.confirmSecondFactor, ({ body, identity, audit, requestId }) => {
    if (!identity) throw apiError('UNAUTHORIZED');
    const { userId: id, issuedAt: keepIssuedAt } = identity;
    return client.call(calls.turnOnSecondFactor, {
      body: { id, code: body.code, keepIssuedAt, audit: audit.hand() },
      requestId,
    });
  });

  route(app, calls.disableSecondFactor, async ({ body, request, identity, audit, requestId }) => {
    const caller = { by: identity, address: request.ip, audit, requestId };
    await endOwnSecondFactor(body, caller, attempts, deps);
    wake();
  });
}
