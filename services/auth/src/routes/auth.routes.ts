import { apiError, calls } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { Attempts } from '../attempts/attempts.ts';
import { changeOwnPassword } from '../commands/change-own-password.ts';
import { endSession } from '../commands/end-session.ts';
import { logIn } from '../commands/log-in.ts';
import { logOut } from '../commands/log-out.ts';
import type { AuthContext } from '../deps.ts';
import { presentMe } from '../presenters/present-me.ts';
import { listSessions } from '../queries/list-sessions.ts';

/** Login, logout and what concerns the own session. `wake` tells the relay that events wait. */
export function addAuthRoutes(app: FastifyInstance, deps: AuthContext, attempts: Attempts, wake: () => void): void {
  route(app, calls.login, async ({ body, request, requestId, audit }) => {
    const accessToken = await logIn(
      body,
      { address: request.ip, agent: request.headers['user-agent'] ?? '', requestId, audit },
      attempts,
      deps,
    );
    wake();
    return { accessToken };
  });

  route(app, calls.logout, async ({ params, identity, audit, requestId }) => {
    await logOut(params.username, identity, { audit, requestId }, deps);
    wake();
  });

  route(app, calls.listSessions, async ({ identity }) => {
    if (!identity) throw apiError('UNAUTHORIZED');
    return listSessions(identity, deps);
  });

  route(app, calls.endSession, async ({ params, identity, audit }) => {
    await endSession(params.id, identity, audit, deps);
    wake();
  });

  route(app, calls.me, async ({ identity }) => {
    if (!identity) throw apiError('UNAUTHORIZED');
    return presentMe(identity);
  });

  route(app, calls.changePassword, async ({ body, request, identity, audit, requestId }) => {
    await changeOwnPassword(body, { by: identity, address: request.ip, audit, requestId }, attempts, deps);
    wake();
  });
}
