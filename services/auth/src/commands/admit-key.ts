import { calls, type KeyAdmission, type KeyVerdict } from '@numscope/contracts';
import { AddressRanges, reasonOf, type TokenSubject } from '@numscope/platform';
import type * as z from 'zod';
import type { AuthDeps } from '../deps.ts';
import { type ApiKeyRecord, serviceHolder, shownAs, USE_NOTED_MS } from '../domain/api-key.ts';

/** How long the token of a key counts at most, and after which time the gateway asks anew. */
const TOKEN_SECONDS = 300;
const COUNTS_MS = 60_000;

interface Holder {
  subject: TokenSubject;
  /** When that was so, in milliseconds. */
  asOf: number;
}

/**
 * Whom a key stands for now: its owner with the rights of this moment, or the service. Null: the owner is gone. What is
 * asked is asked after the end of the owner's sessions was read, so that no end is missed that came in between.
 */
async function holderOf(key: ApiKeyRecord, { client, store, kit }: AuthDeps): Promise<Holder | null> {
  const { id, name, ownerId, role, modules, scopes } = key;
  if (ownerId === null) {
    const userName = serviceHolder(name);
    const identity = { id, shownAs: userName, scopes };
    const subject = { id: `key:${id}`, userName, roles: role ? [role] : [], modules, key: identity };
    return { subject, asOf: kit.clock.now() };
  }
  const read = { userName: '', endedUpTo: 0 };
  for (;;) {
    const { user, asOf } = await client.call(calls.userRights, { body: { id: ownerId } });
    if (!user) return null;
    const identity = { id, shownAs: shownAs(user.userName, name), scopes };
    const { userName, roles, modules: own } = user;
    const subject = { id: ownerId, userName, roles, modules: own, key: identity };
    if (read.userName === userName) return { subject, asOf: Math.max(asOf, read.endedUpTo + 1) };
    read.endedUpTo = await store.endedUpTo(userName);
    read.userName = userName;
    if (asOf > read.endedUpTo) return { subject, asOf };
  }
}

/**
 * What becomes of an API key that the gateway met, told by its hash. It notes the use, once a minute.
 * @throws ApiError SERVICE_UNAVAILABLE when users does not answer
 */
export async function admitKey({ hash, address }: z.infer<typeof KeyAdmission>, deps: AuthDeps): Promise<KeyVerdict> {
  const { store, kit, tokens } = deps;
  const key = await store.keyByHash(hash);
  if (!key) return { verdict: 'WRONG' };
  const now = kit.clock.now();
  const leftMs = key.expiresAt === null ? Number.POSITIVE_INFINITY : key.expiresAt - now;
  if (leftMs <= 0) return { verdict: 'EXPIRED' };
  const holder = await holderOf(key, deps);
  if (!holder) return { verdict: 'WRONG' };
  const isAdmitted = key.addresses.length === 0 || new AddressRanges(key.addresses).has(address);
  if (isAdmitted && (key.lastUsedAt === null || Math.abs(now - key.lastUsedAt) >= USE_NOTED_MS))
    await store
      .noteKeyUse(key.id, now, address, USE_NOTED_MS)
      .catch((error: unknown) => kit.log.warn({ reason: reasonOf(error) }, 'the use of an API key could not be noted'));
  // Nothing of a key outlives it by more than the second that claims are told in.
  const seconds = Math.min(TOKEN_SECONDS, Math.ceil(leftMs / 1000));
  const token = tokens.sign(holder.subject, seconds, holder.asOf);
  return { verdict: 'KNOWN', token, countsMs: Math.min(COUNTS_MS, leftMs), addresses: key.addresses };
}
