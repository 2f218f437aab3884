import { apiError, calls } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import { changePassword } from '../commands/change-password.ts';
import { checkPassword } from '../commands/check-password.ts';
import { beginSecondFactor, confirmSecondFactor, endSecondFactor } from '../commands/second-factor.ts';
import { signInByProvider } from '../commands/sign-in-by-provider.ts';
import type { UsersDeps } from '../deps.ts';
import { presentUser } from '../presenters/present-user.ts';

/** What the auth service asks. */
export function addInternalRoutes(app: FastifyInstance, deps: UsersDeps, wake: () => void): void {
  route(app, calls.checkPassword, async ({ body }) => {
    const { user, ...rest } = await checkPassword(body, deps);
    return { user: user && presentUser(user), ...rest };
  });

  route(app, calls.isUser, async ({ body }) => ({ known: (await deps.store.findByName(body.userName)) !== null }));

  route(app, calls.userRights, async ({ body }) => {
    // Before it is read: what changes meanwhile is dated later.
    const asOf = deps.kit.clock.now();
    const user = await deps.store.find(body.id);
    return { user: user && presentUser(user), asOf };
  });

  route(app, calls.secondFactorOf, async ({ body }) => {
    const user = await deps.store.find(body.id);
    if (!user) throw apiError('NOT_FOUND');
    const confirmedAt = user.secondFactor?.confirmedAt ?? null;
    return { confirmedAt, recoveryCodes: confirmedAt === null ? 0 : (user.secondFactor?.recovery.length ?? 0) };
  });
  route(app, calls.startSecondFactor, async ({ body }) => {
    const begun = await beginSecondFactor(body, deps);
    wake();
    return begun;
  });
  route(app, calls.turnOnSecondFactor, async ({ body }) => {
    const recoveryCodes = await confirmSecondFactor(body, deps);
    wake();
    return { recoveryCodes };
  });
  route(app, calls.turnOffSecondFactor, async ({ body }) => {
    await endSecondFactor(body, deps);
    wake();
  });

  route(app, calls.signInByProvider, async ({ body }) => {
    const { user, ...rest } = await signInByProvider(body, deps);
    wake();
    return { user: presentUser(user), ...rest };
  });

  route(app, calls.setPassword, async ({ body }) => {
    await changePassword(body, deps);
    wake();
  });
}
