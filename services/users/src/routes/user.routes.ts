import { apiError, calls } from '@numscope/contracts';
import { type AuditScope, route, takenEvents } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import { createUser } from '../commands/create-user.ts';
import { deleteUser } from '../commands/delete-user.ts';
import { resetSecondFactor } from '../commands/second-factor.ts';
import { updateUser } from '../commands/update-user.ts';
import type { UsersDeps } from '../deps.ts';
import { presentUser } from '../presenters/present-user.ts';
import { searchUsers } from '../queries/search-users.ts';

const passwordByKey = 'An API key may not change passwords';

/** Keeps in the entry how the user is called, whom the call names by its id alone. */
async function nameUser(id: string, audit: AuditScope, { store }: UsersDeps): Promise<void> {
  const user = await store.find(id);
  if (user) audit.add({ userName: user.userName });
}

/** What administrators do with users. `wake` tells the relay that events wait. */
export function addUserRoutes(app: FastifyInstance, deps: UsersDeps, wake: () => void): void {
  route(app, calls.searchUsers, ({ body }) => searchUsers(body, deps));

  route(app, calls.getUser, async ({ params, audit }) => {
    const user = await deps.store.find(params.id);
    if (!user) throw apiError('NOT_FOUND');
    audit.add({ userName: user.userName });
    return presentUser(user);
  });

  route(app, calls.createUser, async (context) => {
    const user = await createUser(context.body, takenEvents(context.audit), deps);
    wake();
    return presentUser(user);
  });

  route(app, calls.updateUser, async (context) => {
    if (context.identity?.key && context.body.password) throw apiError('FORBIDDEN', { message: passwordByKey });
    if (context.body.userName === undefined) await nameUser(context.params.id, context.audit, deps);
    const user = await updateUser(context.params.id, context.body, takenEvents(context.audit), deps);
    wake();
    return presentUser(user);
  });

  route(app, calls.resetSecondFactor, async (context) => {
    await nameUser(context.params.id, context.audit, deps);
    await resetSecondFactor(context.params.id, takenEvents(context.audit), deps);
    wake();
  });

  route(app, calls.deleteUser, async (context) => {
    await nameUser(context.params.id, context.audit, deps);
    await deleteUser(context.params.id, context.userName, takenEvents(context.audit), deps);
    wake();
  });
}
