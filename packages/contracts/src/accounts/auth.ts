import * as z from 'zod';
import { codeMaxChars, passwordPattern } from './account-rules.ts';
import { Timestamp } from '../schemas/values.ts';
import { describedAs } from '../schemas/described.ts';
import { limits } from '../limits.ts';
import { Module, Role } from '../schemas/vocabulary.ts';

/** Absent fields are refused one by one with their specified texts. */
export const LoginRequest = z.object({
  username: describedAs(z.string().nullish(), z.string().regex(/\S/)),
  password: describedAs(z.string().nullish(), z.string().min(1)),
  /** Needed where the account has a second factor: a code of the app, or a recovery code. */
  code: z.string().max(codeMaxChars).nullish(),
});
export const LoginAnswer = z.object({ accessToken: z.string() });

/** Where to send the browser to sign in by the identity provider. */
export const ProviderStart = z.object({ url: z.string() });
/** What the provider sent the browser back with (RFC 6749, 4.1.2; RFC 9207): a code, or an error. */
export const ProviderReturn = z.object({
  state: z.string().max(256),
  code: z.string().max(4096).optional(),
  iss: z.string().max(2048).optional(),
  error: z.string().max(256).optional(),
});

/**
 * Claims of an access token. `uid` is the user's id, which a rename keeps; `roles` is comma-separated; `exp` and `iat`
 * in seconds, as RFC 7519 has it.
 */
export const TokenClaims = z.object({
  sub: z.string().min(1),
  uid: z.string().min(1),
  roles: z.string(),
  modules: z.union([z.string(), z.array(z.string())]).default(''),
  iss: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  iat: z.number(),
  exp: z.number(),
  jti: z.string().optional(),
  /** For a program with an API key: the key's id, how the audit names it, its scopes. */
  key: z.string().optional(),
  keyShownAs: z.string().optional(),
  scopes: z.string().optional(),
});
export type TokenClaims = z.infer<typeof TokenClaims>;

export const Me = z.object({
  userName: z.string(),
  roles: z.array(Role),
  modules: z.array(Module),
  expiresAt: z.number().int(),
});
export type Me = z.infer<typeof Me>;

/** A login that still counts. `current`: the one that asks. */
export const Session = z.object({
  id: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  address: z.string(),
  /** What the browser or program called itself. */
  agent: z.string(),
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

/** A page says by this header that it makes a call by itself while nobody is there; such a call is no use of a login. */
export const BACKGROUND_HEADER = 'x-numscope-background';

/**
 * Between the gateway and auth only: when logins were used, by the id of their token. `from` is the first use that is
 * told by this, `at` the last; absent from a gateway of a version before, which tells the last one alone.
 */
export const Activity = z.object({
  sessions: z
    .array(z.object({ id: z.string().max(64), from: Timestamp.optional(), at: Timestamp }))
    .max(limits.toldSessions),
});

export const OwnPassword = z.object({
  current: describedAs(z.string().nullish(), z.string().min(1)),
  password: describedAs(z.string().nullish(), z.string().regex(passwordPattern)),
});

/** Begins to set up a second factor. */
export const OwnFactorStart = z.object({ password: describedAs(z.string().nullish(), z.string().min(1)) });
export const OwnFactorCode = z.object({ code: z.string().max(codeMaxChars) });
export const OwnFactorEnd = z.object({
  password: describedAs(z.string().nullish(), z.string().min(1)),
  code: z.string().max(codeMaxChars),
});

/** The public part of an Ed25519 key that signs (RFC 7517, RFC 8037); `kid` is its thumbprint by RFC 7638. */
export const PublicKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string().regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url'),
  kid: z.string().min(1),
  use: z.literal('sig'),
  alg: z.literal('EdDSA'),
});
export type PublicKey = z.infer<typeof PublicKey>;
export const JsonWebKeySet = z.object({ keys: z.array(PublicKey) });

/** The details of a 401 for a token that counted once: why it no longer does. */
export const SessionEndDetails = z.object({ end: z.enum(['ENDED', 'UNUSED']) });

/**
 * Which users' tokens issued before a moment no longer count. `revision` grows with each change; a caller sends the one
 * it has and gets what came after it. `notBefore` in milliseconds; the token issued at `keepIssuedAt` still counts.
 * `longestSessionMs`: so long after that no token that ends by it counts anyhow. `keys` are all by which users' tokens are known now, and `keysId` says which these are: a caller sends back the one
 * it has, so that it is told of others.
 */
export const Revocations = z.object({
  revision: z.number().int(),
  users: z.array(
    z.object({ userName: z.string(), notBefore: z.number().int(), keepIssuedAt: z.number().int().optional() }),
  ),
  /** Absent from an auth of a version before. */
  longestSessionMs: z.number().int().positive().optional(),
  keys: z.array(PublicKey).min(1),
  keysId: z.string().default(''),
});
export type Revocations = z.infer<typeof Revocations>;
