import { calls } from '@numscope/contracts';
import { type OutboxRelay, route, signedIn } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { Attempts } from '../attempts/attempts.ts';
import { changeOwnPassword } from '../commands/change-own-password.ts';
import { endSession } from '../commands/end-session.ts';
import { logIn } from '../commands/log-in.ts';
import { logOut } from '../commands/log-out.ts';
import type { AuthContext } from '../deps.ts';
import { presentMe } from '../presenters/present-me.ts';
import { listSessions } from '../queries/list-sessions.ts';

/** Login, logout and what concerns the own session. */
export function addAuthRoutes(app: FastifyInstance, deps: AuthContext, attempts: Attempts, relay: OutboxRelay): void {
  route(app, calls.login, async ({ body, request, requestId, audit }) => {
    const caller = { address: request.ip, agent: request.headers['user-agent'] ?? '', requestId, audit };
    return { accessToken: await relay.after(logIn(body, caller, attempts, deps)) };
  });

  route(app, calls.logout, async ({ params, identity, audit, requestId }) =>
    relay.after(logOut(params.username, signedIn(identity), { audit, requestId }, deps)),
  );

  route(app, calls.listSessions, async ({ identity }) => listSessions(signedIn(identity), deps));

  route(app, calls.endSession, async ({ params, identity, audit }) =>
    relay.after(endSession(params.id, signedIn(identity), audit, deps)),
  );

  route(app, calls.me, async ({ identity }) => presentMe(signedIn(identity)));

  route(app, calls.changePassword, async ({ body, request, identity, audit, requestId }) => {
    const caller = { by: signedIn(identity), address: request.ip, audit, requestId };
    await relay.after(changeOwnPassword(body, caller, attempts, deps));
  });
}
