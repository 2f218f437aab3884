import { sha256 } from '../chain/sha256.ts';
import { type ChainFault, type ChainHead, checkLink } from '../domain/chain-link.ts';
import { type AuditModels, chainMembers, chainRow, type Head, readHead } from './audit-models.mongo.ts';
import type { ChainCursor, ChainReader, ChainStep, SeenEntry } from './audit-store.port.ts';

/**
 * The end of the chain with what of the batch that is being written stands behind the head already, each tied to the
 * one before.
 */
export async function endOf(
  { entries, hash, begins, writing }: Head,
  { entries: documents }: AuditModels,
): Promise<ChainHead> {
  if (!writing) return { entries, hash, begins };
  const places = Array.from({ length: Math.max(0, writing.to - entries) }, (_none, index) => entries + 1 + index);
  const found = await documents
    .find({ _id: { $in: places } })
    .sort({ _id: 1 })
    .lean();
  let end: ChainHead = { entries, hash, begins };
  for (const document of found) {
    const row = chainRow(document);
    if (!row || checkLink(row, end.entries + 1, end.hash, sha256)) break;
    end = { entries: row.seq, hash: row.hash, begins };
  }
  return end;
}

/** The end of the chain as it is now. @throws Error when the head is gone */
export async function auditEnd(models: AuditModels): Promise<ChainHead> {
  const head = await readHead(models);
  if (!head)
    throw new Error(
      'the head of the audit trail is gone from the database: npm run audit -- verify tells what is wrong',
    );
  return endOf(head, models);
}

/** An entry as it stands in the database, whoever wrote it. */
type RawEntry = Readonly<Record<string, unknown>> & { _id: unknown; id?: unknown };

/** Whether this is a place in the chain; documents can have any id. */
const isPlace = (id: unknown): id is number => Number.isSafeInteger(id);
/** The place of a document, or 0 where its id is none. */
const placeOf = (id: unknown): number => (typeof id === 'number' && !Number.isNaN(id) ? id : 0);

/** Reads and checks the chain. */
export function auditChain(models: AuditModels): Omit<ChainReader, 'close' | 'checkpoints'> {
  const { entries: documents } = models;
  const head = async (): Promise<ChainHead | null> => {
    const found = await readHead(models);
    return found && endOf(found, models);
  };
  // Asked past the model, which would make numbers of what is none.
  const raw = documents.collection;
  /** Past the model too: of a million documents each microsecond counts. */
  const page = (from: number, last: number, limit: number): Promise<RawEntry[]> =>
    raw
      .find<RawEntry>({ _id: { $gte: from, $lte: last } } as object, { projection: chainMembers })
      .sort({ _id: 1 })
      .limit(limit)
      .batchSize(limit)
      .toArray();
  /** What follows a cursor, as long as somebody holds it: so nobody gets what was read for an earlier walk. */
  const readAhead = new WeakMap<ChainCursor, (last: number, limit: number) => Promise<RawEntry[]> | undefined>();
  /** Two, because one id can be a number and no place in any order. */
  const lastPlace = async () => {
    const last = await raw
      .find({ _id: { $gte: 1 } } as object, { projection: { id: 1 } })
      .sort({ _id: -1 })
      .limit(2)
      .toArray();
    return last.map(({ _id, id }) => ({ _id: Number(_id), id: id as unknown })).find(({ _id }) => !Number.isNaN(_id));
  };
  const added = ({ _id, id }: { _id: unknown; id?: unknown }): ChainFault => ({
    kind: 'ADDED',
    seq: placeOf(_id),
    id: String(id),
  });

  return {
    head,
    async checkChain(cursor, last, limit, places = []): Promise<ChainStep> {
      const faults: ChainFault[] = [];
      const seen: SeenEntry[] = [];
      const asked = new Set(places);
      let at = cursor;
      const found = await (readAhead.get(cursor)?.(last, limit) ?? page(cursor.seq, last, limit));
      const more = found.length === limit;
      const next = Number(found.at(-1)?.['_id']) + 1;
      // The server reads on while these are hashed.
      const coming = more && isPlace(next) && next <= last ? page(next, last, limit) : null;
      for (const document of found) {
        if (!isPlace(document._id)) {
          faults.push(added(document));
          continue;
        }
        const row = chainRow(document);
        const fault = row
          ? checkLink(row, at.seq, at.previous, sha256)
          : { kind: 'CHANGED' as const, seq: document._id, id: String(document.id) };
        if (fault) faults.push(fault);
        at = { seq: document._id + 1, previous: String(document['hash']), id: String(document.id) };
        if (asked.has(document._id)) seen.push({ seq: document._id, hash: at.previous, id: String(document.id) });
      }
      // Where there are only strangers between two places, the walk goes on at the next.
      if (found.length > 0 && at.seq === cursor.seq) at = { ...at, seq: at.seq + 1 };
      if (coming && at.seq === next)
        readAhead.set(at, (sameLast, sameLimit) => (sameLast === last && sameLimit === limit ? coming : undefined));
      // Who does not go on does not hear of its failure.
      coming?.catch(() => undefined);
      return { faults, seen, cursor: at, more };
    },
    async strangers(): Promise<ChainFault[]> {
      const nowhere = await raw
        .find({ $or: [{ _id: { $not: { $gte: 1 } } }, { _id: Number.NaN }] } as object, { projection: { id: 1 } })
        .limit(100)
        .toArray();
      // The last place is read before the head, so that an append in between cannot look like a fault; a batch that is
      // being written stands behind the head.
      const last = await lastPlace();
      const end = await head();
      const isBehind = last !== undefined && end !== null && last._id > end.entries;
      return [...nowhere, ...(isBehind ? [last] : [])].map(({ _id, id }) => added({ _id, id: id as unknown }));
    },
  };
}
