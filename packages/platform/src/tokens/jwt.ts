import { apiError, type PublicKey } from '@numscope/contracts';
import { createDecoder, createSigner, createVerifier } from 'fast-jwt';
import * as z from 'zod';
import { isError } from '../errors.ts';
import { publicKeyOf, publicPemOf } from './keys.ts';

const ISSUER = 'numscope';

/** Whom a token is for: users' tokens are for the API, services' own for each other's doors. Neither counts as the other. */
export type Audience = 'numscope-api' | 'numscope-services';

/** Signs claims for so many seconds from now (JWT, EdDSA over Ed25519, RFC 8037), with the key's thumbprint as `kid`. */
export type Sign = (claims: Readonly<Record<string, string>>, seconds: number) => string;

/** @param pem an Ed25519 private key */
export function signerOf(pem: string, audience: Audience): Sign {
  const sign = createSigner({ algorithm: 'EdDSA', key: pem, kid: publicKeyOf(pem).kid, iss: ISSUER, aud: audience });
  return (claims, seconds) => {
    const iat = Math.floor(Date.now() / 1000);
    return sign({ ...claims, iat, exp: iat + seconds });
  };
}

/** What a token says, if this key signed it for this audience and its time is not over. */
export type Check = (token: string) => unknown;

/** Its check throws ApiError UNAUTHORIZED, or SESSION_EXPIRED for a token past its time. */
export function checkerOf(key: PublicKey, audience: Audience): Check {
  const verify = createVerifier({
    key: publicPemOf(key),
    algorithms: ['EdDSA'],
    allowedIss: ISSUER,
    allowedAud: audience,
    requiredClaims: ['iss', 'aud', 'sub', 'iat', 'exp'],
  });
  return (token) => {
    try {
      return verify(token);
    } catch (error) {
      const expired = isError(error) && 'code' in error && error.code === 'FAST_JWT_EXPIRED';
      throw apiError(expired ? 'SESSION_EXPIRED' : 'UNAUTHORIZED', { cause: error });
    }
  };
}

const decode = createDecoder({ complete: true });
const Said = z.object({
  header: z.object({ kid: z.string().optional() }),
  payload: z.object({ sub: z.unknown(), aud: z.unknown() }),
});
export type Said = z.infer<typeof Said>;

/** What a token says of itself, checked by nobody; null: it is none. */
export function readUnchecked(token: string): Said | null {
  try {
    const said = Said.safeParse(decode(token));
    return said.success ? said.data : null;
  } catch {
    return null;
  }
}
