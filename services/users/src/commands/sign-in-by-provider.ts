import { apiError, type ProviderSignIn } from '@numscope/contracts';
import { newId } from '@numscope/platform';
import type * as z from 'zod';
import type { UsersDeps } from '../deps.ts';
import type { UserRecord } from '../domain/user.ts';
import { providerName } from '../domain/provider-name.ts';

type SignIn = z.infer<typeof ProviderSignIn>;

/** Of many people with one name, the number behind it; nobody has so many. */
const MOST_ATTEMPTS = 10_000;

async function create({ issuer, subject, name, roles, modules }: SignIn, deps: UsersDeps): Promise<void> {
  const provider = { issuer, subject };
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const userName = providerName(name, attempt);
    if (await deps.store.findByName(userName)) continue;
    const user: UserRecord = {
      id: newId(),
      userName,
      passwordHash: null,
      provider,
      roles,
      modules,
      secondFactor: null,
      createdAt: deps.kit.clock.now(),
      lastLogin: null,
      revision: 1,
    };
    if ((await deps.store.create(user, [])) === 'DONE' || (await deps.store.findByProvider(provider))) return;
  }
  throw apiError('USERNAME_TAKEN');
}

/** Brings roles and modules to what the provider says now; what tokens said before ends. */
async function renew(user: UserRecord, { roles, modules }: SignIn, { store }: UsersDeps): Promise<void> {
  const { id, userName, revision } = user;
  const ended = { userId: id, userName, roles, modules, deleted: false };
  if ((await store.change(id, revision, { ...user, roles, modules }, [], ended)) === 'LAST_ADMIN')
    throw apiError('LAST_ADMIN');
}

/**
 * The user who is that somebody of an identity provider, made at the first sign-in, with this login noted. Roles and
 * modules are those that the provider gives now. Users are told apart by issuer and subject, never by a name: nobody
 * gets a local account by having its name elsewhere.
 * @throws ApiError LAST_ADMIN when the provider no longer makes the last administrator one
 */
export async function signInByProvider(
  signIn: SignIn,
  deps: UsersDeps,
): Promise<{ user: UserRecord; created: boolean }> {
  const { issuer, subject, after } = signIn;
  let created = false;
  for (;;) {
    const user = await deps.store.findByProvider({ issuer, subject });
    if (!user) {
      await create(signIn, deps);
      created = true;
      continue;
    }
    if (user.roles.join() !== signIn.roles.join() || user.modules.join() !== signIn.modules.join()) {
      await renew(user, signIn, deps);
      continue;
    }
    const lastLogin = await deps.store.noteLogin(user.id, user.revision, after);
    if (lastLogin !== null) return { user: { ...user, lastLogin }, created };
  }
}
