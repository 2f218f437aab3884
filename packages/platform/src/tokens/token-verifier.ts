import { apiError, type CallerName, type PublicKey, TokenClaims } from '@numscope/contracts';
import type { Identity } from '../http/identity.ts';
import { type Check, checkerOf, readUnchecked, type UncheckedToken } from './jwt.ts';
import { type ServiceKey, subjectOf } from './service-keys.ts';
import { listOf, readIssuedAt, readKey, ServiceClaims } from './claims.ts';

/** Checked tokens that are remembered. */
const REMEMBERED = 5000;

/** Checks tokens without asking anybody. */
export interface TokenChecker {
  /** @throws ApiError UNAUTHORIZED for a forged or unreadable token, SESSION_EXPIRED for one past its time */
  verify(token: string): Identity;
  /** Whether this is, or pretends to be, a token of one of our services; nothing of it is checked. */
  claimsService(token: string): boolean;
}

const isServiceSubject = (subject: unknown): boolean => typeof subject === 'string' && subject.startsWith('service:');

/**
 * Knows users' tokens by auth's public keys, which change, and each service's tokens by that service's own key alone.
 * Checks are cached: a check of a known token takes microseconds.
 */
export class TokenVerifier implements TokenChecker {
  readonly #services = new Map<string, { service: CallerName; check: Check }>();
  readonly #checked = new Map<string, Identity>();
  #users = new Map<string, Check>();

  constructor(serviceKeys: readonly ServiceKey[]) {
    for (const key of serviceKeys)
      this.#services.set(key.kid, { service: key.service, check: checkerOf(key, 'numscope-services') });
  }

  /** Takes the keys by which users' tokens are known from now on. What others signed counts no more. */
  setUserKeys(keys: readonly PublicKey[]): void {
    if (keys.length === this.#users.size && keys.every(({ kid }) => this.#users.has(kid))) return;
    this.#users = new Map(keys.map((key) => [key.kid, this.#users.get(key.kid) ?? checkerOf(key, 'numscope-api')]));
    this.#checked.clear();
  }

  verify(token: string): Identity {
    const known = this.#checked.get(token);
    if (known && known.expiresAt > Date.now()) return known;
    const kid = readUnchecked(token)?.header.kid;
    if (kid === undefined) throw apiError('UNAUTHORIZED');
    const identity = this.#ofUser(kid, token) ?? this.#ofService(kid, token);
    if (identity === null) throw apiError('UNAUTHORIZED');
    this.#checked.set(token, identity);
    const [oldest] = this.#checked.size > REMEMBERED ? this.#checked.keys() : [];
    if (oldest !== undefined) this.#checked.delete(oldest);
    return identity;
  }

  claimsService(token: string): boolean {
    const known = this.#checked.get(token);
    if (known) return known.service !== undefined;
    const said = readUnchecked(token);
    return said !== null && this.#soundsLikeService(said);
  }

  #soundsLikeService({ header, payload }: UncheckedToken): boolean {
    const audiences: unknown[] = Array.isArray(payload.aud) ? payload.aud : [payload.aud];
    const isServiceKey = header.kid !== undefined && this.#services.has(header.kid);
    return isServiceKey || audiences.includes('numscope-services') || isServiceSubject(payload.sub);
  }

  #ofUser(kid: string, token: string): Identity | null {
    const check = this.#users.get(kid);
    if (!check) return null;
    const claims = TokenClaims.safeParse(check(token));
    if (!claims.success || isServiceSubject(claims.data.sub)) throw apiError('UNAUTHORIZED', { cause: claims.error });
    return {
      userId: claims.data.uid,
      userName: claims.data.sub,
      roles: listOf(claims.data.roles),
      modules: listOf(claims.data.modules),
      issuedAt: readIssuedAt(claims.data),
      expiresAt: claims.data.exp * 1000,
      ...(claims.data.jti === undefined ? {} : { tokenId: claims.data.jti }),
      ...readKey(claims.data),
    };
  }

  #ofService(kid: string, token: string): Identity | null {
    const key = this.#services.get(kid);
    if (!key) return null;
    const claims = ServiceClaims.safeParse(key.check(token));
    const subject = subjectOf(key.service);
    if (!claims.success || claims.data.sub !== subject) throw apiError('UNAUTHORIZED', { cause: claims.error });
    const { iat, exp } = claims.data;
    return {
      userId: subject,
      userName: subject,
      roles: [],
      modules: [],
      issuedAt: iat * 1000,
      expiresAt: exp * 1000,
      service: key.service,
    };
  }
}
