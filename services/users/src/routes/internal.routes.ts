import { calls } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import { changePassword } from '../commands/change-password.ts';
import { checkPassword } from '../commands/check-password.ts';
import type { UsersDeps } from '../deps.ts';
import { presentUser } from '../presenters/present-user.ts';

/** What the auth service asks. */
export function addInternalRoutes(app: FastifyInstance, deps: UsersDeps, wake: () => void): void {
  route(app, calls.checkPassword, async ({ body }) => {
    const { user, known } = await checkPassword(body, deps);
    return { user: user && presentUser(user), known };
  });

  route(app, calls.userRights, async ({ body }) => {
    // Before it is read: what changes meanwhile is dated later.
    const asOf = deps.kit.clock.now();
    const user = await deps.store.find(body.id);
    return { user: user && presentUser(user), asOf };
  });

  route(app, calls.setPassword, async ({ body }) => {
    await changePassword(body, deps);
    wake();
  });
}
