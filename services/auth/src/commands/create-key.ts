import { createHash, randomBytes } from 'node:crypto';
import { apiError, type ApiKeyDraft, KEY_PREFIX, keyScopes, limits, modules as allModules } from '@numscope/contracts';
import { type AuditScope, type Identity, isAddressRange, isAdmin, newId, takenEvents } from '@numscope/platform';
import type { AuthDeps } from '../deps.ts';
import { type ApiKeyRecord, shownAs } from '../domain/api-key.ts';

const KEY_BYTES = 32;
/** Characters of the key behind `nsk_` that are shown in lists. */
const PREFIX_CHARS = 4;

const invalid = (field: string, message: string) => apiError('INVALID', { details: [{ field, message }] });

/** @throws ApiError INVALID */
function check({ expiresAt, addresses }: ApiKeyDraft, now: number): void {
  if (typeof expiresAt === 'number' && expiresAt <= now) throw invalid('expiresAt', 'must be a moment to come');
  const wrong = addresses?.find((address) => !isAddressRange(address));
  if (wrong !== undefined)
    throw invalid(
      'addresses',
      `${wrong} is no address of IPv4 or IPv6 and no range such as 192.0.2.0/24 or 2001:db8::/32`,
    );
}

/**
 * Makes an API key: the caller's own, or with a role one that belongs to no person. What the key is stands in the answer
 * of this call and nowhere else.
 * @throws ApiError INVALID, FORBIDDEN for a role that a USER names, TOO_MANY_KEYS
 */
export async function createKey(
  draft: ApiKeyDraft,
  by: Identity,
  audit: AuditScope,
  { store, kit }: AuthDeps,
): Promise<{ key: string; record: ApiKeyRecord }> {
  const role = draft.role ?? null;
  if (role !== null && !isAdmin(by)) throw apiError('FORBIDDEN');
  const now = kit.clock.now();
  check(draft, now);
  const secret = randomBytes(KEY_BYTES).toString('base64url');
  const key = `${KEY_PREFIX}${secret}`;
  const record: ApiKeyRecord = {
    id: newId(),
    hash: createHash('sha256').update(key).digest('hex'),
    prefix: `${KEY_PREFIX}${secret.slice(0, PREFIX_CHARS)}`,
    name: draft.name.trim(),
    ownerId: role === null ? by.userId : null,
    createdBy: by.userName,
    role,
    // Nobody gives away a module that he lacks.
    modules: role === null ? [] : allModules.filter((module) => by.modules.includes(module)),
    scopes: keyScopes.filter((scope) => draft.scopes.includes(scope)),
    addresses: [...new Set(draft.addresses ?? [])],
    createdAt: now,
    expiresAt: draft.expiresAt ?? null,
    lastUsedAt: null,
    lastUsedFrom: null,
  };
  audit.as(shownAs(role === null ? by.userName : null, record.name), by.userId);
  audit.add({ id: record.id, by: by.userName });
  const events = takenEvents(audit);
  const most = role === null ? limits.apiKeys : limits.serviceKeys;
  if (!(await store.addKey(record, most, now, events))) throw apiError('TOO_MANY_KEYS');
  return { key, record };
}
