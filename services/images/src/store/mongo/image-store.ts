import { checkMongo, type Connection, type DocumentOutbox, inserted, outboxEntry } from '@numscope/adapters/mongo';
import type { StoredImage } from '@numscope/contracts';
import { type Images, readImage, readState } from './image-documents.ts';
import { type ImageOutbox, isOfPicture } from './image-outbox.ts';
import type { ImageState, ImageStore, SentBefore } from '../image-store.port.ts';

const again = (now: number) => ({ $set: { sentAt: now }, $inc: { timesSent: 1 } });
/** What nobody else's profile can be on its way to. */
const settledBefore = ({ once, again: several }: SentBefore) => [
  { timesSent: 1, sentAt: { $lte: once } },
  { sentAt: { $lte: several } },
];

/** Leaves out pictures that are removed and stay only until the event of it is on the bus. */
const notRemoved = { $or: [{ removingAt: { $ne: 0 } }, { told: { $exists: false } }] };

/**
 * A picture is one document; each step of its states is one conditional update.
 * @param notices what waits to be told of agreements to the notice about face search
 */
export function imageMongoStore(
  connection: Connection,
  images: Images,
  outbox: ImageOutbox,
  notices: DocumentOutbox,
): Omit<ImageStore, 'close' | 'leads' | 'faces' | 'searchers'> {
  const isThere = async (filter: Record<string, unknown>): Promise<boolean> =>
    (await images.findOne(filter, { projection: { _id: 1 } })) !== null;
  const idsWith = async (filter: Record<string, unknown>): Promise<string[]> =>
    (await images.find(filter, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);

  return {
    async begin({ id: _id, ...image }: StoredImage, now: number, staleBefore: number): Promise<ImageState | null> {
      for (;;) {
        const free = { _id, state: { $ne: 'REMOVING' as const } };
        const known = await images.findOneAndUpdate(free, again(now), { projection: { state: 1 } });
        if (known) return readState(known);
        const { $set, $inc } = again(now);
        const takeOver = { $set: { ...$set, state: 'PENDING' as const }, $inc, $unset: { removingAt: '' as const } };
        const abandoned = await images.updateOne(
          { _id, state: 'REMOVING', removingAt: { $lte: staleBefore } },
          takeOver,
        );
        if (abandoned.matchedCount > 0) return 'PENDING';
        const made = { _id, ...image, state: 'PENDING' as const, sentAt: now, timesSent: 1 };
        if (await inserted(images.insertOne(made))) return null;
        // It is there: being removed, or it came in between.
        if (await isThere({ _id, state: 'REMOVING', removingAt: { $gt: staleBefore } })) return 'REMOVING';
      }
    },
    async sentAgain(ids, now) {
      for (;;) {
        const stored = await idsWith({ _id: { $in: ids }, state: 'STORED' });
        const { matchedCount } = await images.updateMany({ _id: { $in: stored }, state: 'STORED' }, again(now));
        if (matchedCount === stored.length) return stored;
      }
    },
    async confirm(id, events) {
      const told = outboxEntry(events);
      const set = { state: 'STORED' as const, ...(told ? { told } : {}) };
      const { matchedCount } = await images.updateOne({ _id: id, state: 'PENDING' }, { $set: set });
      if (matchedCount === 0) return isThere({ _id: id, state: 'STORED' });
      if (told) outbox.add(id);
      return true;
    },
    async standing(id) {
      const known = await images.findOne({ _id: id }, { projection: { state: 1, removingAt: 1 } });
      const isGone = known?.state === 'REMOVING' && known.removingAt === 0;
      return known && !isGone ? readState(known) : null;
    },
    async find(id) {
      const image = await images.findOne({ _id: id, state: 'STORED' });
      return image ? readImage(image) : null;
    },
    async idsAfter(after, sentBefore, limit) {
      const filter = { _id: { $gt: after }, sentAt: { $lte: sentBefore }, ...notRemoved };
      const found = images
        .find(filter, { projection: { _id: 1 } })
        .sort({ _id: 1 })
        .limit(limit);
      return (await found.toArray()).map(({ _id }) => _id);
    },
    settled: (ids, sent) => idsWith({ _id: { $in: ids }, $or: settledBefore(sent) }),
    async setDue(ids, dueAt) {
      await images.updateMany({ _id: { $in: ids } }, { $set: { dueAt } });
    },
    async due(now, limit) {
      const marked = await images
        .find({ dueAt: { $lte: now } }, { projection: { dueAt: 1 } })
        .sort({ dueAt: 1 })
        .limit(limit)
        .toArray();
      return marked.map(({ _id, dueAt = 0 }) => ({ id: _id, dueAt }));
    },
    async replaceDue(marks, dueAt) {
      if (marks.length === 0) return;
      const update = dueAt === null ? { $unset: { dueAt: '' as const } } : { $set: { dueAt } };
      const updates = marks.map((mark) => ({ updateOne: { filter: { _id: mark.id, dueAt: mark.dueAt }, update } }));
      await images.bulkWrite(updates, { ordered: false });
    },
    async beginRemoval(id, sent, now, staleBefore) {
      const free = [{ state: { $ne: 'REMOVING' as const } }, { removingAt: { $lte: staleBefore } }];
      const filter = { _id: id, $and: [{ $or: settledBefore(sent) }, { $or: free }] };
      return (await images.updateOne(filter, { $set: { state: 'REMOVING', removingAt: now } })).matchedCount > 0;
    },
    async holdRemoval(id, since, now) {
      const ours = { _id: id, state: 'REMOVING' as const, removingAt: since };
      return (await images.updateOne(ours, { $set: { removingAt: now } })).matchedCount > 0;
    },
    /** With something still to be told, its document stays until then, free for whoever stores or removes it next. */
    async finishRemoval(id, since) {
      const ours = { _id: id, state: 'REMOVING' as const, removingAt: since };
      const { deletedCount } = await images.deleteOne({ ...ours, told: { $exists: false } });
      if (deletedCount > 0) return;
      await images.updateOne(ours, { $set: { removingAt: 0 } });
      // Where its event went out in between, nobody else would remove the document.
      await images.deleteOne({ _id: id, state: 'REMOVING', removingAt: 0, told: { $exists: false } });
    },
    hasUnpublished: (ids) => isThere({ _id: { $in: ids }, told: { $exists: true } }),
    /** MongoDB overwrites what was removed in its own time. */
    scrub: async () => undefined,
    check: () => checkMongo(connection),
    pollMs: notices.pollMs,
    pendingEvents: async (limit) => [...(await outbox.pendingEvents(limit)), ...(await notices.pendingEvents(limit))],
    async clearEvents(ids) {
      const ofNotices = ids.filter((id) => !isOfPicture(id));
      if (ofNotices.length < ids.length) await outbox.clearEvents(ids.filter(isOfPicture));
      if (ofNotices.length > 0) await notices.clearEvents(ofNotices);
    },
  };
}
