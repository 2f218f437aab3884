import { outboxEntry } from '@numscope/adapters/mongo';
import { type OutgoingEvent, unpackEvents } from '@numscope/platform';
import { imageOfFace, faceId } from '../../faces/face-ids.ts';
import type { Claim, FaceRecord, FaceStore } from '../../faces/face-store.port.ts';
import { faceDocument, readFaces } from './face-documents.ts';
import type { ImageDocument, Images } from './image-documents.ts';
import type { ImageOutbox } from './image-outbox.ts';

const SEEN = { look: 1, faces: 1 } as const;
const FIT = { 'faces.fit': 1 } as const;
const FORGET = { $unset: { look: '', faces: '' } } as const;
/** What a model saw; whose it is to look at now, and how often that was begun in vain, stays. */
const FORGET_SEEN = {
  $unset: { 'look.model': '', 'look.state': '', 'look.at': '', 'look.faces': '', 'look.reason': '', faces: '' },
} as const;

/** Ids of those faces of a picture's document that are compared, in the order of ids: as texts, the tenth before the second. */
const fitIds = ({ _id, faces = [] }: Pick<ImageDocument, '_id' | 'faces'>): string[] =>
  faces.flatMap(({ fit }, n) => (fit ? [faceId(_id, n)] : [])).sort();

/** Faces stand in their picture's document, so that they come and go with it in one update, with what is told of them. */
export function faceMongoStore(images: Images, outbox: ImageOutbox): FaceStore {
  const inOrder = async (ids: string[], model: string): Promise<Map<string, FaceRecord[]>> => {
    const found = await images.find({ _id: { $in: ids }, 'look.model': model }, { projection: SEEN }).toArray();
    return new Map(found.map((document) => [document._id, readFaces(document)]));
  };

  /** Ids of faces of pictures after a face, in their order. */
  async function walk(filter: Record<string, unknown>, after: string, limit: number): Promise<string[]> {
    const ids: string[] = [];
    const cursor = images
      .find({ ...filter, 'look.faces': { $gt: 0 }, _id: { $gte: imageOfFace(after) } }, { projection: FIT })
      .sort({ _id: 1 })
      .batchSize(Math.min(limit, 500));
    for await (const document of cursor) {
      ids.push(...fitIds(document).filter((id) => id > after));
      if (ids.length >= limit) break;
    }
    await cursor.close();
    return ids.slice(0, limit);
  }

  /**
   * Keeps what face detection came to, unless the same model was through with it. Null: the picture went, or another wrote to it just
   * then.
   */
  async function keepDetection(
    imageId: string,
    model: string,
    kept: Record<string, unknown>,
    events: OutgoingEvent[],
  ): Promise<boolean | null> {
    const known = await images.findOne({ _id: imageId, state: 'STORED' }, { projection: { told: 1, look: 1 } });
    if (!known) return false;
    if (known.look?.model === model) return true;
    // What is told of the picture already goes out before, in the same entry.
    const told = outboxEntry([...(known.told ? unpackEvents(known.told.events) : []), ...events]);
    const { matchedCount } = await images.updateOne(
      {
        _id: imageId,
        state: 'STORED',
        'look.model': { $ne: model },
        'told.id': known.told ? known.told.id : { $exists: false },
      },
      { $set: { ...kept, ...(told && events.length > 0 ? { told } : {}) } },
    );
    if (matchedCount === 0) return null;
    if (told && events.length > 0) outbox.add(imageId);
    return true;
  }

  async function untilKept(...change: Parameters<typeof keepDetection>): Promise<boolean> {
    for (;;) {
      const kept = await keepDetection(...change);
      if (kept !== null) return kept;
    }
  }

  return {
    async claim(model, limit, now, until) {
      const claims: Claim[] = [];
      while (claims.length < limit) {
        const free = [{ 'look.until': { $exists: false } }, { 'look.until': { $lte: now } }];
        const claimed = await images.findOneAndUpdate(
          { state: 'STORED', 'look.model': { $ne: model }, $or: free },
          { $set: { 'look.until': until }, $inc: { 'look.tries': 1 } },
          { projection: { look: 1 }, returnDocument: 'after' },
        );
        if (!claimed) break;
        claims.push({ id: claimed._id, tries: claimed.look?.tries ?? 1 });
      }
      return claims;
    },
    async release(imageIds, { tried }) {
      await images.updateMany(
        { _id: { $in: imageIds }, 'look.until': { $exists: true } },
        { $unset: { 'look.until': '' }, $inc: { 'look.tries': tried ? 0 : -1 } },
      );
    },
    async keep(imageId, model, faces, now, events) {
      const look = { model, state: 'LOOKED', at: now, faces: faces.length };
      return untilKept(imageId, model, { look, faces: faces.map(faceDocument) }, events);
    },
    async fail(imageId, model, reason) {
      await untilKept(imageId, model, { look: { model, state: 'FAILED', reason, faces: 0 }, faces: [] }, []);
    },
    async statesOf(imageIds, model) {
      const stored = { _id: { $in: imageIds }, state: 'STORED' as const };
      const found = await images.find(stored, { projection: { look: 1 } }).toArray();
      return new Map(found.map(({ _id, look }) => [_id, look?.model === model ? (look.state ?? 'LOOKED') : 'WAITING']));
    },
    async facesOf(imageIds, model) {
      const found = await inOrder(imageIds, model);
      return imageIds.flatMap((id) => found.get(id) ?? []);
    },
    async facesById(ids, model) {
      const found = await inOrder([...new Set(ids.map(imageOfFace))], model);
      return ids.flatMap((id) => found.get(imageOfFace(id))?.find((face) => face.id === id) ?? []);
    },
    fitIdsAfter: (after, limit, model) => walk({ 'look.model': model }, after, limit),
    async fitIdsSince(since, limit, model) {
      const kept = { 'look.model': model, 'look.at': { $gte: since }, 'look.faces': { $gt: 0 } };
      const found = await images.find(kept, { projection: FIT }).sort({ 'look.at': -1 }).limit(limit).toArray();
      return found.flatMap(fitIds).slice(0, limit);
    },
    async fitIdsOf(ids, model) {
      const wanted = new Set(ids);
      const pictures = [...new Set(ids.map(imageOfFace))];
      const found = await images.find({ _id: { $in: pictures }, 'look.model': model }, { projection: FIT }).toArray();
      return found.flatMap(fitIds).filter((id) => wanted.has(id));
    },
    async counts(model) {
      const stored = { state: 'STORED' as const };
      const done = { ...stored, 'look.model': model };
      const [all, looked, failed, [faces]] = await Promise.all([
        images.countDocuments(stored),
        images.countDocuments({ ...done, 'look.state': 'LOOKED' }),
        images.countDocuments({ ...done, 'look.state': 'FAILED' }),
        images
          .aggregate<{ faces: number }>([
            { $match: { 'look.model': model } },
            { $group: { _id: null, faces: { $sum: '$look.faces' } } },
          ])
          .toArray(),
      ]);
      return { looked, waiting: Math.max(0, all - looked - failed), failed, faces: faces?.faces ?? 0 };
    },
    waiting: (model) => images.countDocuments({ state: 'STORED', 'look.model': { $ne: model } }),
    async dropOf(imageIds) {
      await images.updateMany({ _id: { $in: imageIds } }, FORGET);
    },
    async dropOthers(except, limit) {
      // Not `$exists`: for that a server reads each document without a model, which the forgotten ones are.
      const others = { $gte: '', ...(except === null ? {} : { $ne: except }) };
      const found = await images
        .find({ 'look.model': others }, { projection: { _id: 1 } })
        .limit(limit)
        .toArray();
      const $in = found.map(({ _id }) => _id);
      if ($in.length > 0) await images.updateMany({ _id: { $in }, 'look.model': others }, FORGET_SEEN);
      return $in.length;
    },
    needsScrub: async () => false,
  };
}
