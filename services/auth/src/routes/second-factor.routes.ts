import { calls } from '@numscope/contracts';
import { type OutboxRelay, route, signedIn } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { Attempts } from '../attempts/attempts.ts';
import { beginOwnSecondFactor, endOwnSecondFactor } from '../commands/own-second-factor.ts';
import type { AuthContext } from '../deps.ts';

/** The own second factor; users keeps it. */
export function addSecondFactorRoutes(
  app: FastifyInstance,
  deps: AuthContext,
  attempts: Attempts,
  relay: OutboxRelay,
): void {
  const { client } = deps;

  route(app, calls.secondFactor, async ({ identity, requestId }) =>
    client.call(calls.secondFactorOf, { body: { id: signedIn(identity).userId }, requestId }),
  );

  route(app, calls.beginSecondFactor, async ({ body, request, identity, audit, requestId }) => {
    const caller = { by: signedIn(identity), address: request.ip, audit, requestId };
    return relay.after(beginOwnSecondFactor(body, caller, attempts, deps));
  });

  // A code of a secret that was told to this very caller is nothing that anybody would guess: it is not counted.
  route(app, calls.confirmSecondFactor, async ({ body, identity, audit, requestId }) => {
    const { userId: id, issuedAt: keepIssuedAt } = signedIn(identity);
    return client.call(calls.turnOnSecondFactor, {
      body: { id, code: body.code, keepIssuedAt, audit: audit.hand() },
      requestId,
    });
  });

  route(app, calls.disableSecondFactor, async ({ body, request, identity, audit, requestId }) => {
    const caller = { by: signedIn(identity), address: request.ip, audit, requestId };
    await relay.after(endOwnSecondFactor(body, caller, attempts, deps));
  });
}
