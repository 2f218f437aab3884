import { apiError, calls } from '@numscope/contracts';
import { type AuditScope, type OutboxRelay, route, takenEvents } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import { createUser } from '../commands/create-user.ts';
import { deleteUser } from '../commands/delete-user.ts';
import { resetSecondFactor } from '../commands/second-factor.ts';
import { updateUser } from '../commands/update-user.ts';
import type { UsersDeps } from '../deps.ts';
import { presentUser } from '../presenters/present-user.ts';
import { findUser } from '../queries/find-user.ts';
import { searchUsers } from '../queries/search-users.ts';

const passwordByKey = 'An API key may not change passwords';

/** Keeps in the entry how the user is called, whom the call names by its id alone. */
async function nameUser(id: string, audit: AuditScope, { store }: UsersDeps): Promise<void> {
  const user = await store.find(id);
  if (user) audit.add({ userName: user.userName });
}

/** What administrators do with users. */
export function addUserRoutes(app: FastifyInstance, deps: UsersDeps, relay: OutboxRelay): void {
  route(app, calls.searchUsers, ({ body }) => searchUsers(body, deps));

  route(app, calls.getUser, async ({ params, audit }) => {
    const user = await findUser(params.id, deps);
    audit.add({ userName: user.userName });
    return presentUser(user);
  });

  route(app, calls.createUser, async ({ body, audit }) =>
    presentUser(await relay.after(createUser(body, takenEvents(audit), deps))),
  );

  route(app, calls.updateUser, async (context) => {
    if (context.identity?.key && context.body.password) throw apiError('FORBIDDEN', { message: passwordByKey });
    if (context.body.userName === undefined) await nameUser(context.params.id, context.audit, deps);
    const user = updateUser(context.params.id, context.body, takenEvents(context.audit), deps);
    return presentUser(await relay.after(user));
  });

  route(app, calls.resetSecondFactor, async (context) => {
    await nameUser(context.params.id, context.audit, deps);
    await relay.after(resetSecondFactor(context.params.id, takenEvents(context.audit), deps));
  });

  route(app, calls.deleteUser, async (context) => {
    await nameUser(context.params.id, context.audit, deps);
    await relay.after(deleteUser(context.params.id, context.userName, takenEvents(context.audit), deps));
  });
}
