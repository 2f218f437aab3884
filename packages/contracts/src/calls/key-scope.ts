import type { KeyScopeGroup } from '../lists.ts';
import type { ServiceName } from '../schemas/vocabulary.ts';
import type { Call } from './call.ts';

/** What the calls of a service are about, unless they say something else. */
const groupOfService: Readonly<Record<ServiceName | 'gateway', KeyScopeGroup | 'any' | 'none'>> = {
  // Who has a key makes no other, changes no password and ends nobody's session.
  auth: 'none',
  users: 'users',
  jobs: 'jobs',
  sources: 'sources',
  profiles: 'profiles',
  images: 'images',
  audit: 'audit',
  gateway: 'any',
};

/** What an API key must be made for to make a call. */
export interface KeyNeed {
  group: KeyScopeGroup | 'any' | 'none';
  /** A key for reading alone is enough. */
  reads: boolean;
}

/** What a call needs of an API key, by the call's own declaration. */
export function keyNeedOf(call: Pick<Call, 'method' | 'path' | 'service' | 'scope' | 'reads'>): KeyNeed {
  const byPath = call.path.startsWith('/api/privacy/') ? 'privacy' : groupOfService[call.service];
  return { group: call.scope ?? byPath, reads: call.reads ?? call.method === 'GET' };
}

/** Whether a key with these scopes may do what is needed. */
export const covers = (scopes: readonly string[], { group, reads }: KeyNeed): boolean =>
  group === 'any' || (group !== 'none' && (scopes.includes(group) || (reads && scopes.includes(`${group}:read`))));
