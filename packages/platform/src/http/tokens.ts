import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import fastifyJwt from '@fastify/jwt';
import { apiError, TokenClaims } from '@numscope/contracts';
import Fastify from 'fastify';
import { isError } from '../errors.ts';
import { newIdAt } from '../ids.ts';
import { type Identity, SERVICE_ROLE } from './identity.ts';

const ISSUER = 'numscope';
const AUDIENCE = 'numscope-api';
const SERVICE_TOKEN_SECONDS = 300;
/** Checked tokens that are remembered. */
const REMEMBERED = 5000;

/** Signs and checks access tokens (JWT, EdDSA over Ed25519, RFC 8037). Checks are cached; a check of a known token takes microseconds. */
export interface Tokens {
  /** `asOf` is when what the token says was known to be so, now unless said: a later change of it ends the token. */
  sign(
    subject: { id: string; userName: string; roles: readonly string[]; modules: readonly string[] },
    seconds: number,
    asOf?: number,
  ): string;
  /** A short-lived token by which one of our services calls another. */
  signService(name: string): string;
  /** @throws ApiError UNAUTHORIZED for a forged or unreadable token, SESSION_EXPIRED for one past its time */
  verify(token: string): Identity;
  publicJwk(): Record<string, unknown>;
}

/** A new Ed25519 private key as PEM (PKCS #8). */
export const generateTokenKey = (): string => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/**
 * When a token was issued, to the millisecond: its id is a UUIDv7, whose first 48 bits are that moment (RFC 9562). `iat` has
 * only seconds, too coarse to tell a token from before a logout from one after it.
 */
function issuedAt(claims: TokenClaims): number {
  const fromId = claims.jti ? Number.parseInt(claims.jti.replaceAll('-', '').slice(0, 12), 16) : Number.NaN;
  return Number.isNaN(fromId) ? claims.iat * 1000 : fromId;
}

const list = (value: string | string[]): string[] => (Array.isArray(value) ? value : value.split(',')).filter(Boolean);

export async function createTokens(privateKeyPem: string): Promise<Tokens> {
  const privateKey = createPrivateKey(privateKeyPem);
  const publicKey = createPublicKey(privateKey);
  const holder = Fastify();
  await holder.register(fastifyJwt, {
    secret: { private: privateKeyPem, public: publicKey.export({ type: 'spki', format: 'pem' }).toString() },
    sign: { algorithm: 'EdDSA', iss: ISSUER, aud: AUDIENCE },
    verify: { algorithms: ['EdDSA'], allowedIss: ISSUER, allowedAud: AUDIENCE, cache: REMEMBERED },
  });
  await holder.ready();

  const sign = ({ id, userName, roles, modules }: Parameters<Tokens['sign']>[0], seconds: number, asOf = Date.now()): string =>
    holder.jwt.sign(
      { sub: userName, uid: id, roles: roles.join(','), modules: modules.join(','), jti: newIdAt(asOf) },
      { expiresIn: `${seconds}s` },
    );

  const checked = new Map<string, Identity>();
  let serviceToken: { name: string; token: string; renewAt: number } | undefined;

  return {
    sign,
    signService(name) {
      if (serviceToken?.name !== name || Date.now() > serviceToken.renewAt) {
        const subject = `service:${name}`;
        const token = sign({ id: subject, userName: subject, roles: [SERVICE_ROLE], modules: [] }, SERVICE_TOKEN_SECONDS);
        serviceToken = { name, token, renewAt: Date.now() + (SERVICE_TOKEN_SECONDS * 1000) / 2 };
      }
      return serviceToken.token;
    },
    verify(token) {
      const known = checked.get(token);
      if (known && known.expiresAt > Date.now()) return known;
      let payload: unknown;
      try {
        payload = holder.jwt.verify(token);
      } catch (error) {
        const expired = isError(error) && 'code' in error && error.code === 'FAST_JWT_EXPIRED';
        throw apiError(expired ? 'SESSION_EXPIRED' : 'UNAUTHORIZED', { cause: error });
      }
      const claims = TokenClaims.safeParse(payload);
      if (!claims.success) throw apiError('UNAUTHORIZED', { cause: claims.error });
      const identity: Identity = {
        userId: claims.data.uid,
        userName: claims.data.sub,
        roles: list(claims.data.roles),
        modules: list(claims.data.modules),
        issuedAt: issuedAt(claims.data),
        expiresAt: claims.data.exp * 1000,
      };
      checked.set(token, identity);
      const [oldest] = checked.size > REMEMBERED ? checked.keys() : [];
      if (oldest !== undefined) checked.delete(oldest);
      return identity;
    },
    publicJwk: () => ({ ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'EdDSA' }),
  };
}
