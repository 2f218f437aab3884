import { type OutgoingEvent, type PackedDocument, newId, packEvents, unpackEvents } from '@numscope/platform';
import { documentsOf } from '../fold-rows.ts';
import type { IndexWork } from '../index-work.ts';
import type { StoredRow } from './phone-documents.ts';
import type { Slices } from './slices.ts';

/** Profiles as they stand after a change, and what is to be told of them. */
export interface Absorbed {
  rows: StoredRow[];
  events: OutgoingEvent[];
}

/**
 * Has the journal hold what goes out after the index was told; resolves to the entry's id. With `forAnybody` nobody has
 * the entry in hand: whoever looks next finishes it.
 */
export type Hold = (events: string, forAnybody?: boolean) => Promise<string>;

/** The entries of profiles in the index. */
export async function entriesOf(slices: Slices, rows: Absorbed['rows']): Promise<PackedDocument[]> {
  const entries: PackedDocument[] = [];
  await slices.forEach(rows, (row) => void entries.push(...documentsOf([row])));
  return entries;
}

/** What the index is to be told of changed profiles. */
export async function indexWorkOf(hold: Hold, slices: Slices, { rows, events }: Absorbed): Promise<IndexWork> {
  const packed = packEvents(events);
  const upserts = await entriesOf(slices, rows);
  // Without events nobody waits, and whoever made the change makes it again when it was interrupted.
  const id = events.length > 0 ? await hold(packed) : newId();
  return { id, upserts, removals: [], events: packed };
}

/** Takes a phone out of the index, of which nothing is left to be told. */
export const entryRemoval = (phone: string): IndexWork => ({
  id: newId(),
  upserts: [],
  removals: [phone],
  events: packEvents([]),
});

/** The phones that held events tell of: their entries in the index may be older than their profiles. */
export const phonesOf = (events: string): string[] => [
  ...new Set(
    unpackEvents(events).flatMap(({ topic, key }) =>
      topic === 'profile.updated' || topic === 'profile.deleted' ? [key] : [],
    ),
  ),
];
