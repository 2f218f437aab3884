import {
  checkMongo,
  type Connection,
  inserted,
  Lease,
  type MongoOptions,
  openMongo,
  transientWhileAway,
} from '@numscope/adapters/mongo';
import type { Logger } from '@numscope/platform';
import { GENESIS } from '../../domain/chain-link.ts';
import { Appender } from './audit-append.ts';
import { auditChain } from './audit-chain.ts';
import { auditCheckpoints } from './audit-checkpoints.ts';
import {
  type AuditCollections,
  auditCollections,
  HEAD,
  isBegun,
  keepPlace,
  openAuditCollections,
  placeOf,
  rowsAt,
} from './audit-collections.ts';
import { entriesOfPhone, phoneFiller } from './audit-phones.ts';
import { searchEntries } from './audit-search.ts';
import type { AuditStore, ChainReader } from '../audit-store.port.ts';
import type { AuditTexts } from '../audit-texts.port.ts';
import { TextSearch } from './text-search.ts';

/** A trail that has entries but no head lost it: then nothing begins anew. */
async function beginChain(collections: AuditCollections): Promise<void> {
  if (await isBegun(collections)) return;
  await inserted(collections.heads.insertOne({ _id: HEAD, entries: 0, hash: GENESIS }));
}

export interface AuditMongoOptions {
  log: Logger;
  /** Finds entries by their texts; null: the entries themselves are searched. */
  texts?: AuditTexts | null;
}

/** Opens the audit trail in the service's database. Closing the store closes the connection, and the index of texts. */
export async function openAuditMongoStore(
  connection: Connection,
  { log, texts = null }: AuditMongoOptions,
): Promise<AuditStore> {
  const collections = await openAuditCollections(connection);
  await beginChain(collections);
  const appender = new Appender(collections);
  const filler = phoneFiller(collections, log);
  filler.wake();
  const found = texts && new TextSearch(collections, texts, log);
  found?.wake();
  const shipping = new Lease(connection, { name: 'shipping', log });
  let asked: Promise<void> | undefined;
  return transientWhileAway<AuditStore>({
    async append(entries) {
      await appender.append(entries);
      found?.wake();
    },
    search: async (query, offset, limit) =>
      (query.text === null ? null : await found?.search(query, offset, limit)) ??
      searchEntries(collections, query, offset, limit),
    ofPhone: async (digits, limit) =>
      (await found?.ofPhone(digits, limit)) ?? entriesOfPhone(collections, digits, limit),
    ...auditChain(collections),
    ...auditCheckpoints(collections, async (places) => found?.remove(places)),
    seqOf: async (id) => (await collections.entries.findOne({ id }, { projection: { _id: 1 } }))?._id ?? null,
    rows: (after, to) => rowsAt(collections, { $gt: after, $lte: to }),
    place: (name) => placeOf(collections, name),
    keepPlace: (name, seq) => keepPlace(collections, name, seq),
    async ships() {
      await (asked ??= shipping.start());
      return shipping.isHeld;
    },
    check: () => checkMongo(connection),
    async close() {
      if (asked) await shipping.close();
      await filler.close();
      await found?.close();
      await connection.close();
    },
  });
}

/**
 * Opens the chain of the service's database, to be read beside the running service. Null when there is none; waits for
 * a server that does not answer.
 */
export async function openMongoChainReader(
  options: Pick<MongoOptions, 'url' | 'access' | 'log' | 'startWithinMs'>,
): Promise<ChainReader | null> {
  const connection = await openMongo({ ...options, service: 'audit' });
  const collections = auditCollections(connection);
  if (await isBegun(collections)) {
    const { checkpoints } = auditCheckpoints(collections);
    return { ...auditChain(collections), checkpoints, close: () => connection.close() };
  }
  await connection.close();
  return null;
}
