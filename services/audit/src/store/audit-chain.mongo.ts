import { sha256 } from '../chain/sha256.ts';
import { type ChainFault, type ChainHead, checkLink } from '../domain/chain-link.ts';
import { type AuditModels, chainRow, type Head, readHead } from './audit-models.mongo.ts';
import type { ChainCursor, ChainReader } from './audit-store.port.ts';

/** The end of the chain with what of the batch that is being written stands behind the head already, each tied to the one before. */
export async function endOf({ entries, hash, writing }: Head, { entries: documents }: AuditModels): Promise<ChainHead> {
  if (!writing) return { entries, hash };
  const places = Array.from({ length: Math.max(0, writing.to - entries) }, (_none, index) => entries + 1 + index);
  const found = await documents
    .find({ _id: { $in: places } })
    .sort({ _id: 1 })
    .lean();
  let end: ChainHead = { entries, hash };
  for (const document of found) {
    const row = chainRow(document);
    if (!row || checkLink(row, end.entries + 1, end.hash, sha256)) break;
    end = { entries: row.seq, hash: row.hash };
  }
  return end;
}

/** The end of the chain as it is now. @throws Error when the head is gone */
export async function auditEnd(models: AuditModels): Promise<ChainHead> {
  const head = await readHead(models);
  if (!head) throw new Error('the head of the audit trail is gone from the database');
  return endOf(head, models);
}

/** Reads and checks the chain. */
export function auditChain(models: AuditModels): Omit<ChainReader, 'close'> {
  const { entries: documents } = models;
  const head = () => auditEnd(models);
  const last = async () => {
    const [document] = await documents.find({}).sort({ _id: -1 }).limit(1).lean();
    return { seq: document?._id ?? 0, hash: document?.hash, id: document?.id ?? null };
  };

  return {
    head,
    async checkChain(cursor: ChainCursor, lastPlace: number, limit: number) {
      const faults: ChainFault[] = [];
      let { seq, previous } = cursor;
      const found = await documents
        .find({ _id: { $gte: seq, $lte: lastPlace } })
        .sort({ _id: 1 })
        .limit(limit)
        .lean();
      for (const document of found) {
        const row = chainRow(document);
        const fault = row
          ? checkLink(row, seq, previous, sha256)
          : { kind: 'CHANGED' as const, seq: document._id, id: String(document.id) };
        if (fault) faults.push(fault);
        seq = document._id + 1;
        previous = String(document.hash);
      }
      return { faults, next: found.length === limit && seq <= lastPlace ? { seq, previous } : null };
    },
    async checkEnd(): Promise<ChainFault[]> {
      // The last entry is read before the head, and again if the head is further: an append in between cannot look like a fault.
      let end = await last();
      const { entries, hash } = await head();
      if (end.seq < entries) end = await last();
      if (end.seq < entries) return [{ kind: 'CUT_OFF', seq: end.seq + 1, id: null }];
      if (end.seq === entries) return entries > 0 && end.hash !== hash ? [{ kind: 'CHANGED', seq: entries, id: end.id }] : [];
      const now = await head();
      return end.seq > now.entries ? [{ kind: 'ADDED', seq: now.entries + 1, id: end.id }] : [];
    },
  };
}
