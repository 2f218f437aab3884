import { apiError, type ProviderSignIn } from '@numscope/contracts';
import { carriedEvents, type OutgoingEvent } from '@numscope/platform';
import type * as z from 'zod';
import type { UsersDeps } from '../deps.ts';
import { sessionEnd, type UserRecord } from '../domain/user.ts';
import { providerName } from '../domain/provider-name.ts';
import { newUser } from './new-user.ts';

type SignIn = z.infer<typeof ProviderSignIn>;

/** Numbers that are tried behind a name that others have already. */
const MOST_ATTEMPTS = 10_000;

/** The entry of the sign-in, by the name and id that the user has here: who sent it along knows neither. */
const entryOf = ({ audit }: SignIn, { userName, id }: UserRecord, created: boolean): OutgoingEvent[] =>
  carriedEvents(audit && { ...audit, username: userName, userId: id, args: { ...audit.args, created } });

/** Whether it made the user; false: a sign-in at the same time did. */
async function create(signIn: SignIn, deps: UsersDeps): Promise<boolean> {
  const { issuer, subject, name, roles, modules } = signIn;
  const provider = { issuer, subject };
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const userName = providerName(name, attempt);
    if (await deps.store.findByName(userName)) continue;
    const user = newUser({ userName, passwordHash: null, provider, roles, modules }, deps);
    if ((await deps.store.create(user, entryOf(signIn, user, true))) === 'DONE') return true;
    if (await deps.store.findByProvider(provider)) return false;
  }
  throw apiError('USERNAME_TAKEN');
}

/**
 * Brings roles and modules to what the provider says now; what tokens said before ends. False: somebody changed the user
 * meanwhile.
 */
async function renew(user: UserRecord, signIn: SignIn, created: boolean, { store }: UsersDeps): Promise<boolean> {
  const { roles, modules } = signIn;
  const renewed = { ...user, roles, modules };
  const events = entryOf(signIn, user, created);
  const outcome = await store.change(user.id, user.revision, renewed, events, sessionEnd(renewed));
  if (outcome === 'LAST_ADMIN') throw apiError('LAST_ADMIN');
  return outcome === 'DONE';
}

/**
 * The user who is that somebody of an identity provider, made at the first sign-in, with this login noted. Roles and
 * modules are those that the provider gives now; the entry is kept with what they change. Users are told apart by issuer and subject, never by a name: nobody
 * gets a local account by having its name elsewhere.
 * @throws ApiError LAST_ADMIN when the provider no longer makes the last administrator one
 */
export async function signInByProvider(
  signIn: SignIn,
  deps: UsersDeps,
): Promise<{ user: UserRecord; created: boolean; kept: boolean }> {
  const { issuer, subject, after } = signIn;
  let created = false;
  let changed = false;
  for (;;) {
    const user = await deps.store.findByProvider({ issuer, subject });
    if (!user) {
      created = (await create(signIn, deps)) || created;
      continue;
    }
    if (user.roles.join() !== signIn.roles.join() || user.modules.join() !== signIn.modules.join()) {
      changed = (await renew(user, signIn, created, deps)) || changed;
      continue;
    }
    const lastLogin = await deps.store.noteLogin(user.id, user.revision, after);
    if (lastLogin !== null) return { user: { ...user, lastLogin }, created, kept: created || changed };
  }
}
