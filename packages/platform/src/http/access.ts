import { apiError, type Call } from '@numscope/contracts';
import type { FastifyRequest } from 'fastify';
import { type Identity, isAdmin } from './identity.ts';
import type { RevocationList } from './revocation-list.ts';
import type { TokenChecker } from '../tokens/token-verifier.ts';

/** Checks bearer tokens: signature, time, and whether the session was ended since. */
export interface Authenticator {
  /** @throws ApiError UNAUTHORIZED or SESSION_EXPIRED */
  identify(token: string): Identity;
  /** Whether this is, or pretends to be, a token of one of our services; nothing of it is checked. */
  claimsService(token: string): boolean;
}

export function createAuthenticator(tokens: TokenChecker, revocations: RevocationList): Authenticator {
  return {
    identify(token) {
      const identity = tokens.verify(token);
      if (revocations.isRevoked(identity)) throw apiError('UNAUTHORIZED');
      return identity;
    },
    claimsService: (token) => tokens.claimsService(token),
  };
}

/** The token of a request's Authorization header, or null. */
export function bearerOf(request: Pick<FastifyRequest, 'headers'>): string | null {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice(7) : null;
}

const hasRole = ({ access }: Pick<Call, 'access'>, identity: Identity): boolean =>
  access !== 'service' && (access !== 'ADMIN' || isAdmin(identity));
const hasModule = ({ module }: Pick<Call, 'module'>, identity: Identity): boolean =>
  module === null || identity.modules.includes(module);

/** Whether a user with these rights may make such a call, or hear such a message. */
export const isAllowed = (right: Pick<Call, 'access' | 'module'>, identity: Identity): boolean =>
  hasRole(right, identity) && hasModule(right, identity);

/**
 * Whether this caller may make this call, by the call's own declaration.
 * @throws ApiError UNAUTHORIZED without a token, FORBIDDEN without the right
 */
export function authorise(call: Pick<Call, 'access' | 'module' | 'services'>, identity: Identity | null): void {
  if (call.access === 'public') return;
  if (identity === null) throw apiError('UNAUTHORIZED');
  if (identity.service !== undefined) {
    if (call.services?.includes(identity.service)) return;
    throw apiError('FORBIDDEN', { details: { service: identity.service } });
  }
  if (!hasRole(call, identity)) throw apiError('FORBIDDEN');
  if (!hasModule(call, identity)) throw apiError('FORBIDDEN', { details: { module: call.module } });
}
