import { ApiError, apiError, type Call, covers, type KeyNeed, keyNeedOf, sessionEndTexts } from '@numscope/contracts';
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
  /** Where API keys come in, and nowhere else. */
  keys?: KeyExchange;
}

/** Makes an API key into a token that services know. */
export interface KeyExchange {
  /**
   * @param address from where the key came
   * @throws ApiError UNAUTHORIZED, KEY_EXPIRED, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
   */
  exchange(key: string, address: string): Promise<ExchangedKey>;
}

export interface ExchangedKey {
  identity: Identity;
  token: string;
  /** Whether the key may come from that address. */
  admitted: boolean;
}

export function createAuthenticator(tokens: TokenChecker, revocations: RevocationList): Authenticator {
  return {
    identify(token) {
      const identity = tokens.verify(token);
      const end = revocations.endOf(identity);
      if (end !== null) throw apiError('UNAUTHORIZED', { message: sessionEndTexts[end], details: { end } });
      return identity;
    },
    claimsService: (token) => tokens.claimsService(token),
  };
}

const KEY_START = 'nsk_';

/** Whether this is, or pretends to be, an API key. */
const looksLikeKey = (bearer: string): boolean => bearer.startsWith(KEY_START);

/**
 * Who a bearer of a token is, where API keys come in too.
 * @throws ApiError UNAUTHORIZED, SESSION_EXPIRED
 */
function holderOf(bearer: string, authenticator: Authenticator): Identity {
  const identity = authenticator.identify(bearer);
  // What a key was made into is for our own services alone.
  if (authenticator.keys && identity.key) throw apiError('UNAUTHORIZED');
  return identity;
}

/**
 * Says who makes a request, by the token or the key that it carries. A key is put away for what it was made into, so
 * that nothing behind it gets to see it.
 * @throws ApiError UNAUTHORIZED, SESSION_EXPIRED, KEY_EXPIRED, KEY_ADDRESS, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE
 */
function identifyCaller(request: FastifyRequest, authenticator: Authenticator): Promise<void> | void {
  const bearer = bearerOf(request);
  if (bearer === null) return;
  const { keys } = authenticator;
  if (keys && looksLikeKey(bearer)) return identifyKey(request, bearer, keys);
  request.identity = holderOf(bearer, authenticator);
}

/**
 * For hooks: finds out who makes a request, has `check` look whether they may, and goes on. A token is known at once,
 * and a promise for each call would cost more than the check of it.
 * @throws ApiError as `identifyCaller`, and what `check` throws
 */
export function whenIdentified(
  request: FastifyRequest,
  authenticator: Authenticator,
  check: () => void,
  done: () => void,
): Promise<void> | void {
  const identifying = identifyCaller(request, authenticator);
  // Whoever runs the hooks goes on after a promise by itself.
  if (identifying) return identifying.then(check);
  check();
  done();
}

/**
 * For hooks of calls that need no token: finds out who makes a request where that can be told, and goes on. What does
 * not count is as good as no token.
 */
export function whenKnown(
  request: FastifyRequest,
  authenticator: Authenticator,
  done: () => void,
): Promise<void> | void {
  const asNobody = (error: unknown): void => {
    if (!(error instanceof ApiError)) throw error;
    request.identity = null;
  };
  try {
    const identifying = identifyCaller(request, authenticator);
    if (identifying) return identifying.catch(asNobody);
  } catch (error) {
    asNobody(error);
  }
  done();
}

async function identifyKey(request: FastifyRequest, key: string, keys: KeyExchange): Promise<void> {
  const { identity, token, admitted } = await keys.exchange(key, request.ip);
  request.identity = identity;
  if (!admitted) throw apiError('KEY_ADDRESS');
  request.raw.headers.authorization = `Bearer ${token}`;
}

/**
 * Who brings this outside of a request, as in the first message of a websocket.
 * @throws ApiError as `identifyCaller`
 */
export async function identifyBearer(bearer: string, address: string, authenticator: Authenticator): Promise<Identity> {
  if (!authenticator.keys || !looksLikeKey(bearer)) return holderOf(bearer, authenticator);
  const { identity, admitted } = await authenticator.keys.exchange(bearer, address);
  if (!admitted) throw apiError('KEY_ADDRESS');
  return identity;
}

/**
 * The one that was asked for last: a request's is, by the gateway and each service on its way, and a text of its own each time
 * would have to be hashed anew to look up what is known of it.
 */
let last: { header: string; bearer: string | null } = { header: '', bearer: null };

/** The scheme in any case, and any blanks behind it (RFC 9110, 11.1 and 11.4). */
const SCHEME = /^bearer +/i;

/** The token of a request's Authorization header, or null. */
export function bearerOf(request: Pick<FastifyRequest, 'headers'>): string | null {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  if (header !== last.header) last = { header, bearer: SCHEME.test(header) ? header.replace(SCHEME, '') : null };
  return last.bearer;
}

const hasRole = ({ access }: Pick<Call, 'access'>, identity: Identity): boolean =>
  access !== 'service' && (access !== 'ADMIN' || isAdmin(identity));
const hasModule = ({ module }: Pick<Call, 'module'>, identity: Identity): boolean =>
  module === null || identity.modules.includes(module);

const hasScope = (need: KeyNeed, { key }: Identity): boolean => key === undefined || covers(key.scopes, need);

/** Whether somebody with these rights may hear such a message. */
export const isAllowed = (
  right: Pick<Call, 'access' | 'module'> & { scope: KeyNeed['group'] },
  identity: Identity,
): boolean =>
  hasRole(right, identity) && hasModule(right, identity) && hasScope({ group: right.scope, reads: true }, identity);

/** The scope that a key lacks, as its owner would write it. */
const scopeOf = ({ group, reads }: KeyNeed): string | null => {
  if (group === 'none' || group === 'any') return null;
  return reads ? `${group}:read` : group;
};

/** Who makes a call that nobody may make unknown. @throws ApiError UNAUTHORIZED */
export function signedIn(identity: Identity | null): Identity {
  if (identity === null) throw apiError('UNAUTHORIZED');
  return identity;
}

/**
 * Whether this caller may make this call, by the call's own declaration.
 * @throws ApiError UNAUTHORIZED without a token, FORBIDDEN without the right, KEY_SCOPE with a key that was made for
 * something else
 */
export function authorise(call: Call, caller: Identity | null): void {
  if (call.access === 'public') return;
  const identity = signedIn(caller);
  if (identity.service !== undefined) {
    if (call.services?.includes(identity.service)) return;
    throw apiError('FORBIDDEN', { details: { service: identity.service } });
  }
  if (!hasRole(call, identity)) throw apiError('FORBIDDEN');
  if (!hasModule(call, identity)) throw apiError('FORBIDDEN', { details: { module: call.module } });
  const need = keyNeedOf(call);
  if (!hasScope(need, identity)) throw apiError('KEY_SCOPE', { details: { scope: scopeOf(need) } });
}
