import type { Collection } from '@numscope/adapters/mongo';
import { type OutgoingEvent, outgoing, packEvents } from '@numscope/platform';
import { forgetOlder } from '../fold-rows.ts';
import { entryRemoval, type Hold } from './index-work.ts';
import { changePhone, type PhoneDocument, rowOf } from './phone-documents.ts';
import type { IndexWork } from '../index-work.ts';
import { countsFrom, REMEMBERED_MS } from '../removed.ts';

/**
 * The intent to remove one profile, as the journal keeps it. `profileId` tells it from those that the number gets
 * later.
 */
export interface Removal {
  kind: 'removal';
  id: string;
  at: number;
  phone: string;
  profileId: string;
  reason: 'DELETED' | 'ERASED' | 'RETENTION';
  audit: OutgoingEvent | null;
  /** Only if nothing found is left without what was said before then, whenever this is carried out. */
  before?: number;
}

/**
 * Carries a removal out: the profile goes and its tombstone waits for the index. Safe to repeat, at any time.
 * @returns null when another removal was first, or nothing was to be removed
 */
export async function carryOutRemoval(
  documents: Collection<PhoneDocument>,
  hold: Hold,
  { id, at, phone, profileId, reason, audit, before }: Removal,
): Promise<IndexWork | null> {
  const isMeant = (document: PhoneDocument): boolean =>
    document.found &&
    document.id === profileId &&
    (before === undefined || forgetOlder(rowOf(document), before).isGone);
  await changePhone(documents, phone, (document) =>
    isMeant(document)
      ? {
          $set: {
            found: false,
            removed: countsFrom(at, before, document.removed),
            removedBy: { id, at: Date.now() },
            removal: id,
            until: at + REMEMBERED_MS,
          },
          $inc: { revision: 1 },
          $unset: {
            begunAt: '',
            country: '',
            created: '',
            oldest: '',
            jobs: '',
            profile: '',
            fields: '',
            observations: '',
            verdicts: '',
          },
          $rename: { images: 'removedImages' },
        }
      : null,
  );
  // The number may have been found again already; it keeps what is not told yet.
  const gone = await documents.findOne({ _id: phone }, { projection: { removal: 1, removedBy: 1, removedImages: 1 } });
  // Where a removal takes long another process finds the intent, and may finish and tell it first.
  if (gone?.removal !== id) return gone?.removedBy?.id === id ? entryRemoval(phone) : null;
  const data = { phone, profileId, reason, images: gone.removedImages ?? [] };
  const tombstone = outgoing('profile.deleted', phone, data, {
    id: `${id}:deleted`,
    // The same whoever tells it: what was said since stays. One that a version before began has none.
    ...(gone.removedBy ? { at: gone.removedBy.at } : {}),
  });
  const events = packEvents(audit ? [tombstone, audit] : [tombstone]);
  const entry = await hold(events);
  await changePhone(documents, phone, ({ removal }) =>
    removal === id ? { $unset: { removal: '', removedImages: '' } } : null,
  );
  return { id: entry, upserts: [], removals: [phone], events };
}
