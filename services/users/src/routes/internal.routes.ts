import { calls } from '@numscope/contracts';
import { type OutboxRelay, route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import { changePassword } from '../commands/change-password.ts';
import { checkPassword } from '../commands/check-password.ts';
import { beginSecondFactor, confirmSecondFactor, endSecondFactor } from '../commands/second-factor.ts';
import { signInByProvider } from '../commands/sign-in-by-provider.ts';
import type { UsersDeps } from '../deps.ts';
import { presentUser } from '../presenters/present-user.ts';
import { findUser } from '../queries/find-user.ts';

/** What the auth service asks. */
export function addInternalRoutes(app: FastifyInstance, deps: UsersDeps, relay: OutboxRelay): void {
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
    const { secondFactor } = await findUser(body.id, deps);
    const confirmedAt = secondFactor?.confirmedAt ?? null;
    return { confirmedAt, recoveryCodes: confirmedAt === null ? 0 : (secondFactor?.recovery.length ?? 0) };
  });
  route(app, calls.startSecondFactor, ({ body }) => relay.after(beginSecondFactor(body, deps)));
  route(app, calls.turnOnSecondFactor, async ({ body }) => ({
    recoveryCodes: await relay.after(confirmSecondFactor(body, deps)),
  }));
  route(app, calls.turnOffSecondFactor, ({ body }) => relay.after(endSecondFactor(body, deps)));

  route(app, calls.signInByProvider, async ({ body }) => {
    const { user, ...rest } = await relay.after(signInByProvider(body, deps));
    return { user: presentUser(user), ...rest };
  });

  route(app, calls.setPassword, ({ body }) => relay.after(changePassword(body, deps)));
}
