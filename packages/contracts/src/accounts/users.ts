import * as z from 'zod';
import { codeMaxChars, passwordPattern, userNameMaxChars, userNamePattern } from './account-rules.ts';
import { carriedEntry } from '../audit/audit-record.ts';
import { pageOf, pageRequest, sortBy } from '../schemas/paging.ts';
import { Timestamp } from '../schemas/values.ts';
import { describedAs } from '../schemas/described.ts';
import { limits } from '../limits.ts';
import { userSortFields } from '../lists.ts';
import { Module, Role } from '../schemas/vocabulary.ts';

/** The own second factor: since when it is on (null: it is off), and how many recovery codes are left. */
export const SecondFactor = z.object({
  confirmedAt: Timestamp.nullable(),
  recoveryCodes: z.number().int().nonnegative(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;
/** What an authenticator app is given: the secret in base32, and an `otpauth://` address with it. */
export const SecondFactorSecret = z.object({ secret: z.string(), uri: z.string() });
export type SecondFactorSecret = z.infer<typeof SecondFactorSecret>;
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** A user as the outside sees it; the password never leaves the service. */
export const User = z.object({
  id: z.string(),
  userName: z.string(),
  roles: z.array(Role),
  modules: z.array(Module),
  createdTimestamp: Timestamp,
  lastLogin: Timestamp.nullable(),
  /** Present where a login needs a code besides the password. */
  secondFactor: z.boolean().optional(),
  /** The issuer of the identity provider by which this user signs in; absent: a local account. */
  provider: z.string().optional(),
  /** Another one as soon as name, roles or modules are others. */
  revision: z.string().optional(),
});
export type User = z.infer<typeof User>;

/**
 * The fields are checked one by one in the service, so that each answers its specified text. The flags `admin` and
 * `user` add their role to `roles`.
 */
export const UserDraft = z.object({
  userName: z.string().nullish(),
  password: z.string().nullish(),
  roles: z.array(Role).nullish(),
  modules: z.array(Module).nullish(),
  admin: z.boolean().nullish(),
  user: z.boolean().nullish(),
});
const described = {
  userName: z.string().regex(userNamePattern).max(userNameMaxChars),
  roles: z.array(Role).nullish(),
  modules: z.array(Module).min(1).nullish(),
  admin: z.boolean().nullish(),
  user: z.boolean().nullish(),
};
const password = z.string().regex(passwordPattern);
/** A role must come from somewhere. As conditions, since generators of clients take `anyOf` for a choice among objects. */
const someRole = {
  if: { required: ['admin'], properties: { admin: { const: true } } },
  else: {
    if: { required: ['user'], properties: { user: { const: true } } },
    else: { required: ['roles'], properties: { roles: { type: 'array', minItems: 1 } } },
  },
};
/** A new user. */
export const NewUser = describedAs(z.object(UserDraft.shape), z.object({ ...described, password }).meta(someRole));
/** `revision` is of the user as it was read: what others changed since is not overwritten. Absent: as it is now. */
const revision = { revision: z.string().max(500).nullish() };
const UserUpdate = z.object({ ...UserDraft.shape, ...revision });
export type UserUpdate = z.infer<typeof UserUpdate>;
/** A user as it shall be; without a password it keeps the present one. */
export const ChangedUser = describedAs(
  UserUpdate,
  z.object({ ...described, password: z.union([password, z.literal('')]).nullish(), ...revision }).meta(someRole),
);
export type UserDraft = z.infer<typeof UserDraft>;

export const UserSearch = z.strictObject({
  ...pageRequest(limits.pageSize.users),
  sort: sortBy(userSortFields).optional(),
  userName: z.string().max(limits.filterChars).optional(),
});
export type UserSearch = z.infer<typeof UserSearch>;
export const UserPage = pageOf(User);

/** Names that stand for something else where names are shown; nobody gets one, in whatever case. */
export const reservedUserNames: readonly string[] = [
  'anonymous',
  'numscope',
  'service',
  'services',
  'system',
  'unknown',
  'null',
  'undefined',
];

/**
 * Who tries a password, so that many of one kind keep out no other: from where this user has logged in before, from an
 * address that failed lately, or neither.
 */
export const LoginLane = z.enum(['KNOWN', 'FAILING', 'NEW']);
export type LoginLane = z.infer<typeof LoginLane>;

/**
 * Between auth and users only. The user's `lastLogin` is this very login: the moment at which roles and modules were as
 * they are told. It is later than `after`, the last end of this user's sessions, also where a clock has gone back
 * since.
 */
export const PasswordCheck = z.object({
  userName: z.string(),
  password: z.string(),
  /** The code of a second factor; null: none was sent. */
  code: z.string().max(codeMaxChars).nullable().default(null),
  after: Timestamp.default(0),
  lane: LoginLane.default('NEW'),
});
/**
 * `known`: whether a user has that name, whatever the password. `code` says of a right password what its second factor
 * lacks; of too many wrong codes, for how many milliseconds none is looked at.
 */
export const PasswordVerdict = z.object({
  user: User.nullable(),
  known: z.boolean().default(false),
  code: z.enum(['REQUIRED', 'WRONG', 'TOO_MANY']).optional(),
  retryAfterMs: z.number().optional(),
});
/** `keepIssuedAt`: the token issued exactly then still counts, because who changes the own password stays logged in. */
export const PasswordChange = z.object({
  userName: z.string(),
  current: z.string(),
  password: z.string(),
  keepIssuedAt: Timestamp.optional(),
  ...carriedEntry,
});

/** Between auth and users only: the own second factor of a user, by id. */
export const FactorOwner = z.object({ id: z.string() });
export const FactorStart = z.object({ id: z.string(), password: z.string(), ...carriedEntry });
/** `keepIssuedAt`: the token issued exactly then still counts. */
export const FactorConfirmation = z.object({
  id: z.string(),
  code: z.string().max(codeMaxChars),
  keepIssuedAt: Timestamp,
  ...carriedEntry,
});
export const FactorEnd = z.object({
  id: z.string(),
  password: z.string(),
  code: z.string().max(codeMaxChars),
  ...carriedEntry,
});

/**
 * Between auth and users only: who somebody is at the identity provider, the name that is wanted, and what the provider
 * lets it do here, in the order of the closed lists. `after` as in `PasswordCheck`. The entry is kept with
 * what the sign-in changes; who asks does not know yet how the user is called.
 */
export const ProviderSignIn = z.object({
  issuer: z.string().max(2048),
  subject: z.string().min(1).max(255),
  name: z.string().max(1000),
  roles: z.array(Role).min(1),
  modules: z.array(Module),
  after: Timestamp.default(0),
  ...carriedEntry,
});
/** `kept`: something changed, and the entry is kept with that. */
export const ProviderSignedIn = z.object({ user: User, created: z.boolean(), kept: z.boolean().default(false) });

/** Who owns an API key, by id. */
export const RightsQuestion = z.object({ id: z.string() });
/** `asOf` is a moment, in milliseconds, at which that was so, of the clock that changes of users are dated by. */
export const RightsAnswer = z.object({ user: User.nullable(), asOf: Timestamp });

/** Asks whose name this is, whatever its case. */
export const NameQuestion = z.object({ userName: z.string() });
export const NameAnswer = z.object({ known: z.boolean() });
