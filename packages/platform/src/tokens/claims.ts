import type { TokenClaims } from '@numscope/contracts';
import * as z from 'zod';
import type { Identity } from '../http/identity.ts';

/** Claims of a token by which one of our services calls another; times in seconds, as RFC 7519 has it. */
export const ServiceClaims = z.object({ sub: z.string(), iat: z.number(), exp: z.number() });

/**
 * When a token was issued, to the millisecond: its id is a UUIDv7, whose first 48 bits are that moment (RFC 9562).
 * `iat` has only seconds, too coarse to tell a token from before a logout from one after it.
 */
export function readIssuedAt(claims: TokenClaims): number {
  const fromId = claims.jti ? Number.parseInt(claims.jti.replaceAll('-', '').slice(0, 12), 16) : Number.NaN;
  return Number.isNaN(fromId) ? claims.iat * 1000 : fromId;
}

/** The parts of a claim that is a list, or a text with commas. */
export const listOf = (value: string | string[]): string[] =>
  (Array.isArray(value) ? value : value.split(',')).filter(Boolean);

/** The API key of a program; nothing for people. */
export const readKey = ({ key, keyShownAs, scopes = '', sub }: TokenClaims): Pick<Identity, 'key'> =>
  key === undefined ? {} : { key: { id: key, shownAs: keyShownAs ?? sub, scopes: listOf(scopes) } };
