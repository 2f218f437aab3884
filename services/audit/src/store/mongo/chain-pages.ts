import { mongo } from 'mongoose';
import { type AuditCollections, chainMembers } from './audit-collections.ts';
import type { ChainCursor } from '../audit-store.port.ts';

/** An entry as it stands in the database, whoever wrote it. */
export type RawEntry = Readonly<Record<string, unknown>> & { _id: unknown; id?: unknown };

/** An entry read from the bytes of its document; not sound: they hold a text that is none. */
export interface ReadEntry {
  document: RawEntry;
  isSound: boolean;
}

export function readEntry(bytes: Uint8Array): ReadEntry {
  try {
    return { document: asEntry(mongo.BSON.deserialize(bytes)), isSound: true };
  } catch {
    return { document: asEntry(mongo.BSON.deserialize(bytes, { validation: { utf8: false } })), isSound: false };
  }
}
const asEntry = ({ _id, ...members }: mongo.Document): RawEntry => ({ ...members, _id });

/** Whether this is a place in the chain; documents can have any id. */
export const isPlace = (id: unknown): id is number => Number.isSafeInteger(id);

/** Pages that are on their way while one is hashed: a server with several processors reads them side by side. */
const AHEAD = 3;

/** What is read for the places from `from` up to `to`. */
interface Page {
  from: number;
  to: number;
  found: Promise<Uint8Array[]>;
}

/** What was read for a walk that goes on: pages of `limit` places, one behind the other, none beyond `last`. */
interface ReadAhead {
  last: number;
  limit: number;
  pages: Page[];
}

interface Read {
  found: Uint8Array[];
  more: boolean;
  next: ReadAhead;
}

/**
 * Reads the chain by pages of places, which are known before they are read: so several are on their way at once, and a
 * server never has to look at more than a page's entries to answer one.
 * They come as the bytes of their documents: of a million each microsecond counts.
 */
export function chainPages(entries: AuditCollections['entries']) {
  /** One more than there are places, so that the first stranger of a page is among them wherever it stands. */
  const read = (from: number, to: number, limit: number): Promise<Uint8Array[]> =>
    entries
      .find<Uint8Array>({ _id: { $gte: from, $lt: to + 1 } } as object, { projection: chainMembers, raw: true })
      .sort({ _id: 1 })
      .limit(limit + 1)
      .batchSize(limit + 1)
      .toArray();
  const pageAt = (from: number, last: number, limit: number): Page => {
    const to = Math.min(last, from + limit - 1);
    const found = read(from, to, limit);
    // Who does not go on does not hear of its failure.
    found.catch(() => undefined);
    return { from, to, found };
  };
  /** What follows a cursor, as long as somebody holds it: so nobody gets what was read for an earlier walk. */
  const kept = new WeakMap<ChainCursor, ReadAhead>();

  return {
    /** What stands from the cursor on: up to `limit` entries, in their order. */
    async read(cursor: ChainCursor, last: number, limit: number): Promise<Read> {
      const before = kept.get(cursor);
      const isSame = before?.last === last && before.limit === limit && before.pages[0]?.from === cursor.seq;
      const pages = isSame ? [...before.pages] : [];
      const first = pages.shift() ?? pageAt(cursor.seq, last, limit);
      for (let { to } = pages.at(-1) ?? first; to < last && pages.length < AHEAD; to += limit)
        pages.push(pageAt(to + 1, last, limit));
      const next = { last, limit, pages };
      const found = await first.found;
      const isUsual = found.some((bytes) => isPlace(readEntry(bytes).document._id)) || first.to >= last;
      if (isUsual) return { found, more: first.to < last || found.length > limit, next };
      // None of these places is there: what comes next may be anywhere.
      const beyond = await read(cursor.seq, last, limit);
      return { found: beyond, more: beyond.length > limit, next };
    },
    /** Keeps what was read ahead for who goes on with this very cursor. */
    goOn: (cursor: ChainCursor, next: ReadAhead): void => void kept.set(cursor, next),
  };
}
