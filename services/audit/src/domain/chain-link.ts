import type { AuditRecord, ChainFaultShown } from '@numscope/contracts';
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

/** What the first entry's hash begins with. */
export const GENESIS = '0'.repeat(64);

/** Where a chain begins: behind the entry `seq`, which was removed, and had this hash. */
export interface ChainStart {
  seq: number;
  hash: string;
}

/** The beginning of a chain of which nothing was removed. */
export const FROM_THE_FIRST: ChainStart = { seq: 0, hash: GENESIS };

/** The end of the chain: the place and the hash of its last entry; and where it begins. */
export interface ChainHead {
  entries: number;
  hash: string;
  begins: ChainStart;
}

/**
 * What is wrong with the chain, and at which place. CHANGED: the entry or its hash is not what was written. MISSING:
 * the entry of this place is gone; `id` is the next one's. CUT_OFF: entries from this place on are gone. ADDED: an
 * entry stands where the service put none: behind the end, before the first place, or at no place at all. HEAD: what
 * tells the end of the chain is gone or cannot be; its place is 0. REWRITTEN: the entry of this place is not the one
 * that a checkpoint was signed for, whatever its hash says. BEGINNING: entries before this place are gone, and no
 * checkpoint says that they were to go. FORGED: a checkpoint is not signed by a known key; its place is the one it names.
 */
export interface ChainFault {
  kind: ChainFaultShown['kind'];
  seq: number;
  id: string | null;
  expected?: string;
  found?: string;
}

/** Whether this can be the end of a chain. */
export function isHead({ entries, hash, begins }: ChainHead): boolean {
  if (!Number.isSafeInteger(entries) || !Number.isSafeInteger(begins.seq) || begins.seq < 0) return false;
  if (begins.seq === 0 && begins.hash !== GENESIS) return false;
  return entries > begins.seq || (entries === begins.seq && hash === begins.hash);
}

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

const quoted = (text: string): string => JSON.stringify(text);

/**
 * A row as canonical JSON, member by member in their order, because a million of them are read at a time; a test holds
 * it against `canonicalJson`.
 */
export function rowText(row: Omit<ChainRow, 'hash'>): string {
  const { seq, id, actionType, createdTimestamp, username, userId, ip, details, args, outcome } = row;
  const user = userId === undefined ? '' : `"userId":${quoted(userId)},`;
  return `{"actionType":${quoted(actionType)},"args":${quoted(args)},"createdTimestamp":${JSON.stringify(createdTimestamp)},"details":${quoted(details)},"id":${quoted(id)},"ip":${quoted(ip)},"outcome":${quoted(outcome)},"seq":${JSON.stringify(seq)},${user}"username":${quoted(username)}}`;
}

/**
 * The hash of a row after `previous`: of the previous hash, a line feed, and the row as canonical JSON with `args` as
 * the text it is. An absent id of a user is no member of it, so that entries from before ids were kept have the hash
 * that they had.
 */
export const hashOf = (row: Omit<ChainRow, 'hash'>, previous: string, sha256: HashText): string =>
  sha256(`${previous}\n${rowText(row)}`);

/**
 * What is wrong with `row` where `place` (counted from 1) should stand after a row with the hash `previous`; null when
 * it fits.
 */
export function checkLink(row: ChainRow, place: number, previous: string, sha256: HashText): ChainFault | null {
  if (row.seq !== place)
    return { kind: 'MISSING', seq: place, id: row.id, expected: `entry ${place}`, found: `entry ${row.seq}` };
  const hash = hashOf(row, previous, sha256);
  if (row.hash === hash) return null;
  return { kind: 'CHANGED', seq: row.seq, id: row.id, expected: `hash ${hash}`, found: `hash ${row.hash}` };
}
