import { mongo } from 'mongoose';
import { sha256 } from '../../sha256.ts';
import { type ChainFault, type ChainHead, checkLink } from '../../domain/chain-link.ts';
import { type AuditCollections, chainRow, type Head, readHead, requireHead } from './audit-collections.ts';
import type { ChainReader, ChainStep, SeenEntry } from '../audit-store.port.ts';
import { chainPages, isPlace, type RawEntry, readEntry } from './chain-pages.ts';
import { EntryProver } from './raw-entry.ts';

/**
 * The end of the chain with what of the batch that is being written stands behind the head already, each tied to the
 * one before.
 */
export async function endOf(
  { entries, hash, begins, writing }: Head,
  { entries: documents }: AuditCollections,
): Promise<ChainHead> {
  if (!writing) return { entries, hash, begins };
  const places = Array.from({ length: Math.max(0, writing.to - entries) }, (_none, index) => entries + 1 + index);
  const found = await documents
    .find({ _id: { $in: places } })
    .sort({ _id: 1 })
    .toArray();
  let end: ChainHead = { entries, hash, begins };
  for (const document of found) {
    const row = chainRow(document);
    if (!row || checkLink(row, end.entries + 1, end.hash, sha256)) break;
    end = { entries: row.seq, hash: row.hash, begins };
  }
  return end;
}

/** The end of the chain as it is now. @throws Error when the head is gone */
export const auditEnd = async (collections: AuditCollections): Promise<ChainHead> =>
  endOf(await requireHead(collections), collections);

const MOST_STRANGERS = 100;

/**
 * An id as a number, also one of a type of BSON that is beyond JavaScript's; null: it is none. NaN is none either:
 * servers differ in where among numbers it stands.
 */
function numberOf(id: unknown): number | null {
  const isNumber = typeof id === 'number' || id instanceof mongo.Long || id instanceof mongo.Decimal128;
  return isNumber && !Number.isNaN(Number(id)) ? Number(id) : null;
}

/** The place of a document, or 0 where its id is none. */
const placeOf = (id: unknown): number => numberOf(id) ?? 0;

/** What stands before the first that it is true of. */
function until<T>(all: readonly T[], is: (one: T) => boolean): T[] {
  const at = all.findIndex(is);
  return at < 0 ? [...all] : all.slice(0, at);
}

/** Reads and checks the chain. */
export function auditChain(collections: AuditCollections): Omit<ChainReader, 'close' | 'checkpoints'> {
  const { entries: documents } = collections;
  const head = async (): Promise<ChainHead | null> => {
    const found = await readHead(collections);
    return found && endOf(found, collections);
  };
  const pages = chainPages(documents);
  const prover = new EntryProver();
  /** The first or the last by the order of ids, which puts values of other types before or behind all numbers. */
  const firstBy = (direction: 1 | -1) =>
    documents
      .find<RawEntry>({}, { projection: { id: 1 } })
      .sort({ _id: direction })
      .limit(MOST_STRANGERS)
      .toArray();
  const added = ({ _id, id }: RawEntry): ChainFault => ({
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
      const { found, more, next } = await pages.read(cursor, last, limit);
      const look = (bytes: Uint8Array): void => {
        const { document, isSound } = readEntry(bytes);
        if (!isPlace(document._id)) {
          faults.push(added(document));
          return;
        }
        const row = isSound ? chainRow(document) : null;
        const fault = row
          ? checkLink(row, at.seq, at.previous, sha256)
          : { kind: 'CHANGED' as const, seq: document._id, id: String(document.id) };
        if (fault) faults.push(fault);
        at = { seq: document._id + 1, previous: String(document['hash']), id: String(document.id) };
        if (asked.has(document._id)) seen.push({ seq: document._id, hash: at.previous, id: String(document.id) });
      };
      for (const bytes of found) {
        const place = at.seq;
        const hash = prover.hashIfProven(bytes, place, at.previous);
        // Its id is of use to who is told of it, and where a page ends.
        if (hash === null || asked.has(place) || bytes === found.at(-1)) look(bytes);
        else at = { seq: place + 1, previous: hash, id: null };
      }
      // Where there are only strangers between two places, the walk goes on at the next.
      if (found.length > 0 && at.seq === cursor.seq) at = { ...at, seq: at.seq + 1 };
      pages.goOn(at, next);
      return { faults, seen, cursor: at, more };
    },
    async strangers(): Promise<ChainFault[]> {
      // Reads both ends of the index of ids: any question about all entries would read all of them.
      const first = await firstBy(1);
      const before = until(first, ({ _id }) => (numberOf(_id) ?? 0) >= 1);
      if (before.length === first.length) return before.map(added);
      // The last place is read before the head, so that an append in between cannot look like a fault; a batch that is
      // being written stands behind the head.
      const last = await firstBy(-1);
      const noNumbers = until(last, ({ _id }) => numberOf(_id) !== null);
      const ending = last[noNumbers.length];
      const end = await head();
      const isBehind = ending !== undefined && end !== null && (numberOf(ending._id) ?? 0) > end.entries;
      return [...before, ...noNumbers, ...(isBehind ? [ending] : [])].map(added);
    },
  };
}
