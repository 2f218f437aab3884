import { apiError, calls, type ProviderReturn } from '@numscope/contracts';
import type * as z from 'zod';
import type { AuthDeps, ProviderSettings } from '../deps.ts';
import { nameOf, rightsOf } from '../provider/claims.ts';
import type { OpenIdProvider, ProviderPerson } from '../provider/open-id-provider.ts';
import type { BegunSignIn } from '../provider/sign-in-cookie.ts';
import { loginsEndedUpTo } from './logins-ended-up-to.ts';
import { openSession, type SigningIn } from './open-session.ts';

const SUBJECT_CHARS = 255;
const NAME_CHARS = 1000;

/**
 * The user who that somebody is here, as of after the last end of the user's sessions; and whether the audit entry is
 * kept already, with what changed of the user.
 */
async function userOf(
  { issuer, subject, claims }: ProviderPerson,
  settings: ProviderSettings,
  { requestId, audit }: SigningIn,
  { client, store }: AuthDeps,
) {
  const { roles, modules } = rightsOf(claims, settings);
  const name = nameOf(claims, settings.nameClaim, subject).slice(0, NAME_CHARS);
  audit.add({ subject, name });
  if (roles.length === 0) throw apiError('NO_ROLE');
  if (subject.length > SUBJECT_CHARS) throw apiError('PROVIDER_REFUSED');
  audit.add({ roles: roles.join(), modules: modules.join() });
  const entry = audit.hand();
  let after = 0;
  let isKept = false;
  for (;;) {
    const body = { issuer, subject, name, roles, modules, after, audit: entry };
    const { user, created, kept } = await client.call(calls.signInByProvider, { body, requestId });
    audit.as(user.userName, user.id);
    audit.add({ created });
    isKept ||= kept;
    const ended = await loginsEndedUpTo(user.userName, store);
    // Its name is known only now: what ended its sessions before may be dated by a clock that was ahead.
    if ((user.lastLogin ?? 0) > ended) return { user, isKept };
    after = ended;
  }
}

/**
 * A token for somebody whom the identity provider sent back, with the roles and modules that its claims give.
 * @param begun what the browser's cookie says; null: nothing that counts
 * @throws ApiError SIGN_IN_EXPIRED, PROVIDER_REFUSED, PROVIDER_AWAY, NO_ROLE, LAST_ADMIN, SERVICE_UNAVAILABLE when users
 * does not answer
 */
export async function signInByProvider(
  returned: z.infer<typeof ProviderReturn>,
  begun: BegunSignIn | null,
  caller: SigningIn,
  provider: OpenIdProvider,
  deps: AuthDeps & { settings: { provider: ProviderSettings } },
): Promise<string> {
  if (begun === null || begun.state !== returned.state) throw apiError('SIGN_IN_EXPIRED');
  const given = Object.entries(returned).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const person = await provider.redeem(Object.fromEntries(given), begun);
  const { user, isKept } = await userOf(person, deps.settings.provider, caller, deps);
  const token = await openSession(user, caller, deps);
  const entry = isKept ? null : caller.audit.take();
  if (entry) await deps.store.append([entry]);
  return token;
}
