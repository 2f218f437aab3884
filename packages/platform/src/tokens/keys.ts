import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { PublicKey } from '@numscope/contracts';

/** A new Ed25519 private key as PEM (PKCS #8). */
export const generateSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** What a key is known by: its thumbprint by RFC 7638, of the members that RFC 8037 names, in that order. */
export const thumbprintOf = ({ crv, kty, x }: Pick<PublicKey, 'crv' | 'kty' | 'x'>): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');

function ed25519(pem: string): KeyObject {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`it is a key of type ${key.asymmetricKeyType}, not Ed25519`);
  return key;
}

/**
 * The public part of a private key in PEM.
 * @throws Error when that is none, or none of Ed25519
 */
export function publicKeyOf(pem: string): PublicKey {
  const { kty, crv, x } = createPublicKey(ed25519(pem)).export({ format: 'jwk' });
  const bare = PublicKey.pick({ kty: true, crv: true, x: true }).parse({ kty, crv, x });
  return { ...bare, kid: thumbprintOf(bare), use: 'sig', alg: 'EdDSA' };
}

/** A public key as PEM (SPKI). */
export const publicPemOf = ({ kty, crv, x }: PublicKey): string =>
  createPublicKey({ key: { kty, crv, x }, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString();
