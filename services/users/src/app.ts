import { createRelay, createServiceApp, finishApp, type Service } from '@numscope/platform';
import { ensureFirstAdministrator, type GeneratedAdministrator } from './commands/ensure-first-administrator.ts';
import type { UsersDeps } from './deps.ts';
import { addInternalRoutes } from './routes/internal.routes.ts';
import { addUserRoutes } from './routes/user.routes.ts';

export { SealedSecrets } from './second-factor/sealed-secrets.ts';
export type { GeneratedAdministrator } from './commands/ensure-first-administrator.ts';

export interface UsersService extends Service {
  /**
   * To be called once at each start. Not null when a first administrator got a password made up here: show it on the
   * terminal, never log it.
   * @throws SettingsError if the first administrator of the settings breaks the rules
   */
  ensureFirstAdministrator(): Promise<GeneratedAdministrator | null>;
}

/** Keeps the users: their names, password hashes, roles and modules. */
export async function createUsersService(deps: UsersDeps): Promise<UsersService> {
  const { kit, bus, store } = deps;
  const app = createServiceApp(kit);
  const relay = createRelay(deps);

  addUserRoutes(app, deps, relay);
  addInternalRoutes(app, deps, relay);
  const finished = await finishApp('users', app, { records: () => store.check(), bus: () => bus.check() });

  return {
    ...finished,
    ensureFirstAdministrator: () => ensureFirstAdministrator(deps),
    start: async () => relay.start(),
    async close() {
      await app.close();
      await relay.close();
      await store.close();
    },
  };
}
