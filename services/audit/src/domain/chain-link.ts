import type { AuditRecord } from '@numscope/contracts';
import { canonicalJson } from './canonical-json.ts';

/** An entry before it has its place. */
export type NewEntry = AuditRecord & { id: string };

/**
 * An entry as it is kept: its place in the chain, counted from 1, its arguments as canonical JSON, and the hash that
 * ties it to the one before.
 */
export interface ChainRow {
  seq: number;
  id: string;
  actionType: string;
  createdTimestamp: number;
  username: string;
  /** Absent where nobody is known by id, and in entries from before ids were kept. */
  userId?: string;
  ip: string;
  details: string;
  args: string;
  outcome: string;
  hash: string;
}

/** The end of the chain: how many entries there are, and the hash of the last. */
export interface ChainHead {
  entries: number;
  hash: string;
}

/**
 * What is wrong with the chain, and at which place. CHANGED: the entry or its hash is not what was written. MISSING:
 * the entry of this place is gone; `id` is the next one's. CUT_OFF: entries from this place on are gone. ADDED: an
 * entry stands where the service put none: behind the end, before the first place, or at no place at all. HEAD: what
 * tells the end of the chain is gone or cannot be; its place is 0.
 */
export interface ChainFault {
  kind: 'CHANGED' | 'MISSING' | 'CUT_OFF' | 'ADDED' | 'HEAD';
  seq: number;
  id: string | null;
}

/** What the first entry's hash begins with. */
export const GENESIS = '0'.repeat(64);

/** Whether this can be the end of a chain. */
export const isHead = ({ entries, hash }: ChainHead): boolean =>
  Number.isSafeInteger(entries) && (entries > 0 || (entries === 0 && hash === GENESIS));

export type HashText = (text: string) => string;

/** Text as a store gives it back: what is no Unicode (lone surrogates) would not survive being written. */
const kept = (text: string): string => text.toWellFormed();

/** The entry as it will be kept, without its hash. */
export const toRow = (entry: NewEntry, seq: number): Omit<ChainRow, 'hash'> => ({
  seq,
  id: kept(entry.id),
  actionType: entry.actionType,
  createdTimestamp: entry.createdTimestamp,
  username: kept(entry.username),
  ...(entry.userId ? { userId: kept(entry.userId) } : {}),
  ip: kept(entry.ip),
  details: kept(entry.details),
  args: canonicalJson(entry.args),
  outcome: kept(entry.outcome),
});

/**
 * The hash of a row after `previous`: of the previous hash, a line feed, and the row as canonical JSON with `args` as
 * the text it is. An absent id of a user is no member of it, so that entries from before ids were kept have the hash
 * that they had.
 */
export function hashOf(row: Omit<ChainRow, 'hash'>, previous: string, sha256: HashText): string {
  const { seq, id, actionType, createdTimestamp, username, userId, ip, details, args, outcome } = row;
  return sha256(
    `${previous}\n${canonicalJson({ seq, id, actionType, createdTimestamp, username, userId, ip, details, args, outcome })}`,
  );
}

/**
 * What is wrong with `row` where `expected` (counted from 1) should stand after a row with the hash `previous`; null
 * when it fits.
 */
export function checkLink(row: ChainRow, expected: number, previous: string, sha256: HashText): ChainFault | null {
  if (row.seq !== expected) return { kind: 'MISSING', seq: expected, id: row.id };
  if (row.hash !== hashOf(row, previous, sha256)) return { kind: 'CHANGED', seq: row.seq, id: row.id };
  return null;
}
