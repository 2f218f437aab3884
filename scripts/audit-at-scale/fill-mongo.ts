import type { Connection } from '../../packages/adapters/src/mongo/index.ts';
import type { AuditCheckpoint } from '../../packages/contracts/src/index.ts';
import { sha256 } from '../../services/audit/src/sha256.ts';
import { type ChainRow, GENESIS, hashOf, toRow } from '../../services/audit/src/domain/chain-link.ts';
import type { AuditTexts } from '../../services/audit/src/store/audit-texts.port.ts';
import { toDocument } from '../../services/audit/src/store/mongo/audit-append.ts';
import {
  HEAD,
  keepPlace,
  openAuditCollections,
  rowsAt,
} from '../../services/audit/src/store/mongo/audit-collections.ts';
import { PHONES_PLACE } from '../../services/audit/src/store/mongo/audit-phones.ts';
import { entry } from './entries.ts';
import type { Filling } from './filling.ts';

/** Entries of one command to MongoDB. */
const BATCH = 5000;
/** Entries between two refreshes of the index of texts. */
const INDEXED = 100_000;

/**
 * Writes a trail into an empty database in the very shape that the store writes, but without asking for each batch who
 * else writes and what is there already, and with two batches on their way: ten million entries in some minutes. The
 * store itself, opened then, finds a trail like any other.
 * @param texts the index that is filled beside; null: none
 */
export async function fillMongo(connection: Connection, filling: Filling, texts: AuditTexts | null): Promise<void> {
  const collections = await openAuditCollections(connection);
  // What stands in for MongoDB holds an index in memory, made by the first question: of an empty collection at once.
  await rowsAt(collections, { $gt: 0 });
  // Makes the index where it is not there.
  await texts?.place();
  let hash = GENESIS;
  let inserted: Promise<unknown> = Promise.resolve();
  let indexed: Promise<unknown> = Promise.resolve();
  let toIndex: ChainRow[] = [];
  for (let from = 0; from < filling.entries; from += BATCH) {
    const rows: ChainRow[] = [];
    const checkpoints: AuditCheckpoint[] = [];
    for (let n = from; n < Math.min(from + BATCH, filling.entries); n++) {
      const row = toRow(entry(n), n + 1);
      hash = hashOf(row, hash, sha256);
      rows.push({ ...row, hash });
      checkpoints.push(...[filling.checkpoint({ seq: row.seq, hash })].flatMap((one) => one ?? []));
    }
    await inserted;
    inserted = Promise.all([
      collections.entries.insertMany(rows.map(toDocument), { ordered: false }),
      collections.checkpoints.insertMany(checkpoints.map((one) => ({ _id: one.number, at: one.at, checkpoint: one }))),
      filling.keep(checkpoints),
    ]);
    toIndex.push(...(texts ? rows : []));
    if (toIndex.length < INDEXED) continue;
    await indexed;
    indexed = texts?.put(toIndex) ?? indexed;
    toIndex = [];
  }
  await Promise.all([inserted, indexed]);
  await collections.heads.insertMany([{ _id: HEAD, entries: filling.entries, hash }]);
  // As its filler would have it, which finds a phone in each of them.
  await keepPlace(collections, PHONES_PLACE, filling.entries);
  await texts?.put(toIndex);
  await texts?.keepPlace(filling.entries);
}
