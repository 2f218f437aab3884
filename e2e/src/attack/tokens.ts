import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Whoever has a key can sign what he likes with it. */
export interface Key {
  private: KeyObject;
  /** The thumbprint by which it is known. */
  kid: string;
}

function keyOf(key: KeyObject): Key {
  const { crv, kty, x } = createPublicKey(key).export({ format: 'jwk' });
  return { private: key, kid: createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url') };
}

/** The first private key of a file in PEM. */
export const keyIn = (file: string): Key => keyOf(createPrivateKey(readFileSync(file)));
export const newKey = (): Key => keyOf(generateKeyPairSync('ed25519').privateKey);

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
export type Claims = Readonly<Record<string, unknown>>;

/** What a token says. */
export const claimsOf = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
export const headerOf = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as Claims;

/** A token of any claims, by any key and under any name. */
export function forge(key: Key, claims: Claims, header: Claims = {}): string {
  const input = `${encode({ alg: 'EdDSA', typ: 'JWT', kid: key.kid, ...header })}.${encode(claims)}`;
  return `${input}.${sign(null, Buffer.from(input), key.private).toString('base64url')}`;
}

/** Signs with the public key, which everybody has, as if it were a shared secret. */
export function forgeByPublicKey(key: Key, claims: Claims): string {
  const input = `${encode({ alg: 'HS256', typ: 'JWT', kid: key.kid })}.${encode(claims)}`;
  const secret = createPublicKey(key.private).export({ type: 'spki', format: 'pem' });
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

/** Without any signature. */
export const forgeUnsigned = (key: Key, claims: Claims): string =>
  `${encode({ alg: 'none', kid: key.kid })}.${encode(claims)}.`;

const seconds = (): number => Math.floor(Date.now() / 1000);

/** What a token of a service says. */
export const serviceClaims = (name: string): Claims => ({
  sub: `service:${name}`,
  iss: 'numscope',
  aud: 'numscope-services',
  iat: seconds(),
  exp: seconds() + 300,
});

/** A UUIDv7 of a moment, in milliseconds. */
export function idAt(at: number): string {
  const moment = at.toString(16).padStart(12, '0');
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7000-8000-000000000000`;
}
