import * as z from 'zod';
import { KeptTime, Timestamp } from '../schemas/values.ts';
import { describedAs } from '../schemas/described.ts';
import { printablePattern } from '../jobs/jobs.ts';
import { printableRule } from '../text/printable-rule.ts';
import { limits } from '../limits.ts';
import { keyScopes } from '../lists.ts';
import { Role } from '../schemas/vocabulary.ts';

export const KEY_PREFIX = 'nsk_';

/** A key as it is sent: 256 random bits in base64url behind `nsk_`. */
export const keyPattern = /^nsk_[A-Za-z0-9_-]{43}$/;

/** SHA-256 in hexadecimal, by which a key is known: nobody but its holder keeps the key itself. */
const KeyHash = z.string().regex(/^[0-9a-f]{64}$/);

/** The most that an address or a range takes: IPv6 with an IPv4 end and its bits. */
const ADDRESS_CHARS = 49;

/** Each fault of an address answers by itself, where it is read. */
const Address = describedAs(z.string().max(ADDRESS_CHARS), z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]));

/** What a key is made of. With `role` it belongs to no person. Absent `expiresAt`: it counts until it is revoked. */
export const ApiKeyDraft = z.object({
  name: z.string().regex(printablePattern, printableRule).max(limits.apiKeyNameChars),
  scopes: z.array(z.enum(keyScopes)).min(1).max(keyScopes.length),
  expiresAt: Timestamp.nullish(),
  addresses: z.array(Address).max(limits.apiKeyAddresses).nullish(),
  role: Role.nullish(),
});
export type ApiKeyDraft = z.infer<typeof ApiKeyDraft>;

/**
 * A key as it is listed. `prefix` is how it begins, to tell keys apart. A personal one has what rights its owner has now
 * (`role` is null), one of a service its own `role`. No `addresses`: it may be used from everywhere.
 */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['PERSONAL', 'SERVICE']),
  owner: z.string().nullable(),
  role: Role.nullable(),
  prefix: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  addresses: z.array(z.string()),
  createdAt: Timestamp,
  createdBy: z.string(),
  expiresAt: KeptTime.nullable(),
  /** Exact to the minute. */
  lastUsedAt: Timestamp.nullable(),
  lastUsedFrom: z.string().nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** The one answer that holds the key. */
export const NewApiKey = ApiKey.extend({ key: z.string() });
export type NewApiKey = z.infer<typeof NewApiKey>;

/** `address`: from where the key came. */
export const KeyAdmission = z.object({ hash: KeyHash, address: z.string() });

/** What the gateway is told of a key: the token that services know, how long it counts, and from where the key may come. */
export const KeyVerdict = z.discriminatedUnion('verdict', [
  z.object({ verdict: z.literal('WRONG') }),
  z.object({ verdict: z.literal('EXPIRED') }),
  z.object({
    verdict: z.literal('KNOWN'),
    token: z.string(),
    countsMs: z.number().int(),
    addresses: z.array(z.string()),
  }),
]);
export type KeyVerdict = z.infer<typeof KeyVerdict>;
