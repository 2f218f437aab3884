import fastifyJwt from '@fastify/jwt';
import { apiError, type PublicKey } from '@numscope/contracts';
import Fastify from 'fastify';
import * as z from 'zod';
import { codeOf } from '../errors.ts';
import { noJsonSchemas } from '../http/no-json-schemas.ts';
import { publicKeyOf, publicPemOf } from './keys.ts';

const ISSUER = 'numscope';

/**
 * Whom a token is for: users' tokens are for the API, services' own for each other's routes. Neither counts as the
 * other.
 */
export type Audience = 'numscope-api' | 'numscope-services';

/**
 * The plugin works on an app; ours answers nothing. Each call brings its key, of which there are several, and they
 * change: without one nothing is signed or known.
 */
const app = Fastify({ schemaController: noJsonSchemas });
await app.register(fastifyJwt, {
  secret: () => {
    throw new Error('a token is signed and checked by a key that is named');
  },
  decode: { complete: true },
});
await app.ready();
const { jwt } = app;

/**
 * Signs claims for so many seconds from now (JWT, EdDSA over Ed25519, RFC 8037), with the key's thumbprint as `kid`.
 */
export type Sign = (claims: Readonly<Record<string, string>>, seconds: number) => string;

/** @param pem an Ed25519 private key */
export function signerOf(pem: string, audience: Audience): Sign {
  const { kid } = publicKeyOf(pem);
  return (claims, seconds) => {
    const iat = Math.floor(Date.now() / 1000);
    return jwt.sign(
      { ...claims, iat, exp: iat + seconds },
      { algorithm: 'EdDSA', key: pem, kid, iss: ISSUER, aud: audience },
    );
  };
}

/** What a token says, if this key signed it for this audience and its time is not over. */
export type Check = (token: string) => unknown;

/** Its check throws ApiError UNAUTHORIZED, or SESSION_EXPIRED for a token past its time. */
export function checkerOf(key: PublicKey, audience: Audience): Check {
  const requiredClaims = ['iss', 'aud', 'sub', 'iat', 'exp'];
  const options = {
    key: publicPemOf(key),
    algorithms: ['EdDSA' as const],
    allowedIss: ISSUER,
    allowedAud: audience,
    requiredClaims,
    // What this key signed for another purpose is no access token, whatever it says.
    checkTyp: 'JWT',
  };
  return (token) => {
    try {
      return jwt.verify(token, options);
    } catch (error) {
      const expired = codeOf(error) === 'FAST_JWT_EXPIRED';
      throw apiError(expired ? 'SESSION_EXPIRED' : 'UNAUTHORIZED', { cause: error });
    }
  };
}

const UncheckedToken = z.object({
  header: z.object({ kid: z.string().optional() }),
  payload: z.object({ sub: z.unknown(), aud: z.unknown() }),
});
export type UncheckedToken = z.infer<typeof UncheckedToken>;

/** What a token says of itself, checked by nobody; null: it is none. */
export function readUnchecked(token: string): UncheckedToken | null {
  try {
    const said = UncheckedToken.safeParse(jwt.decode(token));
    return said.success ? said.data : null;
  } catch {
    return null;
  }
}
