import * as z from 'zod';
import { AuditRecord } from './audit-record.ts';
import { pageOf, pageRequest, sortBy } from '../schemas/paging.ts';
import { Timestamp } from '../schemas/values.ts';
import { describedAs } from '../schemas/described.ts';
import { limits } from '../limits.ts';
import { auditSortFields, chainFaults } from '../lists.ts';
import { AuditType } from '../schemas/vocabulary.ts';

/**
 * An entry as it is answered. One that somebody changed in the store, or that another version wrote, is answered as it
 * stands: its type may be any text, and `unreadable` names the members that are not what this version writes.
 */
export const AuditEntry = AuditRecord.omit({ userId: true }).extend({
  id: z.string(),
  actionType: describedAs(z.string(), AuditType),
  unreadable: z.array(z.string()).optional(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
export const AuditPage = pageOf(AuditEntry);

/** Strict: with a misspelt name it would find every entry. */
export const AuditFilter = z.strictObject({
  ...pageRequest(limits.pageSize.audit),
  actionTypes: z.array(AuditType).default([]),
  username: z.string().max(limits.filterChars).optional(),
  ip: z.string().max(limits.filterChars).optional(),
  text: z.string().max(limits.filterChars).optional(),
  /** OK, or the error code of the refusals that are looked for. */
  outcome: z.string().max(limits.filterChars).optional(),
  from: Timestamp.optional(),
  to: Timestamp.optional(),
  sort: sortBy(auditSortFields).optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

/** The same filter for an export; more than 500 are refused by the service with the specified text. */
export const AuditExportFilter = AuditFilter.extend({
  size: describedAs(
    z.number().int().min(1).default(limits.exportAudit),
    z.number().int().min(1).max(limits.exportAudit).default(limits.exportAudit),
  ),
});

/** SHA-256 as the chain writes it. */
const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const place = z.number().int().min(0);

/** Where a trail begins of which older entries were removed: behind the entry `seq`, at a signed checkpoint. */
export const AuditBeginning = z.object({
  /** The checkpoint's own number. */
  number: z.number().int().min(1),
  /** The last entry that was removed, and its hash. */
  seq: z.number().int().min(1),
  hash: Hash,
  /** When the checkpoint was made. */
  at: Timestamp,
});
export type AuditBeginning = z.infer<typeof AuditBeginning>;

/**
 * What the audit service signs of its trail from time to time, to be kept where nobody who can write the trail can
 * write: that the entry `seq` was the last, with this hash, and how many there were from the trail's beginning on.
 */
export const AuditCheckpoint = z.object({
  /** Counts checkpoints from 1. */
  number: z.number().int().min(1),
  seq: place,
  hash: Hash,
  /** Entries from the beginning up to `seq`. */
  count: place,
  /** Null: the trail is whole from its first entry on. */
  begins: AuditBeginning.nullable(),
  at: Timestamp,
  /** The thumbprint of the key that signed, by RFC 7638. */
  kid: z.string().min(1).max(100),
  /** Ed25519 over the line `numscope audit checkpoint` and the canonical JSON of the other members; base64url. */
  signature: z.string().regex(/^[\w-]{86}$/),
});
export type AuditCheckpoint = z.infer<typeof AuditCheckpoint>;

/** A checkpoint by its number, with the last entry that it was signed for, and when. */
const CheckpointNamed = z.object({ number: z.number().int().min(1), seq: place, at: Timestamp });

/** Where an entry stands in the chain, as it is kept now. */
export const EntryInChain = z.object({
  seq: z.number().int().min(1),
  hash: Hash,
  /** The hash of the entry before, which this one is tied to: 64 zeros for the first; null: that entry is gone. */
  previousHash: Hash.nullable(),
  /** Whether the hash is that of the entry behind the one before. */
  fits: z.boolean(),
  /** Its neighbours; null: there is none, or it is gone. */
  before: AuditEntry.nullable(),
  after: AuditEntry.nullable(),
  /** The newest checkpoint, if it was signed for this entry or one behind it; null: none vouches for it yet. */
  checkpoint: CheckpointNamed.nullable(),
});
export type EntryInChain = z.infer<typeof EntryInChain>;

/** One entry; where it stands is for administrators, as the neighbours may be anybody's. */
export const AuditEntryShown = z.object({ entry: AuditEntry, chain: EntryInChain.nullable() });
export type AuditEntryShown = z.infer<typeof AuditEntryShown>;

/** What is wrong with the trail, and at which place: see docs/audit.md. */
export const ChainFaultShown = z.object({
  kind: z.enum(chainFaults),
  seq: z.number(),
  id: z.string().nullable(),
  expected: z.string().nullable(),
  found: z.string().nullable(),
  /** The first genuine checkpoint that was signed for this entry or one behind it; null: there is none. */
  coveredBy: CheckpointNamed.nullable(),
});
export type ChainFaultShown = z.infer<typeof ChainFaultShown>;

/** What one check of the trail found. */
const checked = {
  /** Whether there is no fault at all. */
  whole: z.boolean(),
  /** How many entries were checked. */
  entries: z.number().int(),
  /** How many faults there are. */
  faults: z.number().int().min(0),
  /** The id of the first entry that does not fit, where that has one. */
  brokenAt: z.string().nullable(),
  /** The genuine checkpoints that the trail was compared with, and the last entry that the newest of them vouches for. */
  checkpoints: z.number().int().min(0),
  vouchedUpTo: place,
  at: Timestamp,
  by: z.string(),
};

/** A check of the trail, as it is remembered. */
export const ChainCheck = z.object(checked);
export type ChainCheck = z.infer<typeof ChainCheck>;

/**
 * The answer of a check: every entry against its hash and the one before, their number, and every checkpoint that the
 * service has against its signature and the entry that it names.
 */
export const ChainState = z.object({
  ...checked,
  /** The hash of the last entry; null where there is none. */
  head: z.string().nullable(),
  begins: AuditBeginning.nullable(),
  /** The first faults. */
  found: z.array(ChainFaultShown).max(limits.chainFaultsShown),
});
export type ChainState = z.infer<typeof ChainState>;

/** How far a check is. */
export const CheckProgress = z.object({
  /** Entries checked so far, and how many there are. */
  checked: place,
  of: place,
  begunAt: Timestamp,
  /** When it was last told. */
  at: Timestamp,
});
export type CheckProgress = z.infer<typeof CheckProgress>;

/** The check that is under way, whichever instance makes it; null: none is. */
export const CheckUnderWay = z.object({ progress: CheckProgress.nullable() });

/** What the service knows of its trail without reading it. */
export const TrailState = z.object({
  /** Entries there are, and the place of the last. */
  entries: place,
  lastSeq: place,
  begins: AuditBeginning.nullable(),
  /** The newest checkpoint; null: none yet. */
  checkpoint: AuditCheckpoint.nullable(),
  /** Entries that no checkpoint vouches for yet. */
  unvouched: place,
  /** Why no further checkpoint is made; null: nothing is wrong. */
  refusal: z.string().nullable(),
  /** The key that signs. */
  kid: z.string(),
  /** The last check, whoever asked for it; null: none yet. */
  checked: ChainCheck.nullable(),
  /**
   * How long entries are kept, what the next daily turn would remove (null: nothing), and why it removes nothing though
   * a checkpoint stands there as one that is old enough; null: nothing is wrong.
   */
  retention: z.object({
    days: z.number().int().nullable(),
    next: z.object({ entries: place, upTo: AuditBeginning }).nullable(),
    refusal: z.string().nullable(),
  }),
});
export type TrailState = z.infer<typeof TrailState>;
