import type { AuditEntryShown, EntryInChain } from '@numscope/contracts';
import { apiError } from '@numscope/contracts';
import { type Identity, isAdmin } from '@numscope/platform';
import { sha256 } from '../sha256.ts';
import { type CheckpointKeys, isGenuine } from '../checkpoints/keys.ts';
import { type ChainHead, type ChainRow, checkLink } from '../domain/chain-link.ts';
import { shownRow } from '../store/audit-shown.ts';
import type { AuditStore } from '../store/audit-store.port.ts';

/** The hash that the entry at `seq` is to be tied to; null: the entry before is gone. */
function previousOf(seq: number, before: ChainRow | undefined, { begins }: ChainHead): string | null {
  return begins.seq === seq - 1 ? begins.hash : (before?.hash ?? null);
}

/** Where an entry stands, and whether it fits there. */
export async function placeInChain(
  row: ChainRow,
  head: ChainHead,
  store: Pick<AuditStore, 'rows' | 'lastCheckpoint'>,
  keys: CheckpointKeys,
): Promise<EntryInChain> {
  const { seq, hash } = row;
  const around = await store.rows(Math.max(head.begins.seq, seq - 2), seq + 1);
  const at = (place: number): ChainRow | undefined => around.find((one) => one.seq === place);
  const [before, after] = [at(seq - 1), at(seq + 1)];
  const previousHash = previousOf(seq, before, head);
  const newest = await store.lastCheckpoint();
  const vouches = newest !== null && newest.seq >= seq && isGenuine(newest, keys);
  return {
    seq,
    hash,
    previousHash,
    fits: previousHash !== null && checkLink(row, seq, previousHash, sha256) === null,
    before: before ? shownRow(before) : null,
    after: after ? shownRow(after) : null,
    checkpoint: vouches ? { number: newest.number, seq: newest.seq, at: newest.at } : null,
  };
}

/**
 * One entry by its id, and for administrators where it stands in the chain.
 * @throws ApiError NOT_FOUND also for an entry of somebody else, unless the caller is an administrator
 */
export async function entryInChain(
  id: string,
  identity: Identity | null,
  store: AuditStore,
  keys: CheckpointKeys,
): Promise<AuditEntryShown> {
  const [seq, head] = await Promise.all([store.seqOf(id), store.head()]);
  const [row] = seq === null || (head && seq <= head.begins.seq) ? [] : await store.rows(seq - 1, seq);
  const seesAll = identity !== null && isAdmin(identity);
  if (!row || (!seesAll && row.userId !== identity?.userId)) throw apiError('NOT_FOUND');
  return { entry: shownRow(row), chain: seesAll && head ? await placeInChain(row, head, store, keys) : null };
}
