import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '@numscope/contracts';
import { type FaceIndex, TransientError } from '@numscope/platform';
import pLimit from 'p-limit';
import type { ImagesContext } from '../deps.ts';
import { faceIdsOf } from '../faces/face-ids.ts';
import { imageKey, thumbnailKey } from '../pictures/blob-keys.ts';
import type { SentBefore } from '../store/image-store.port.ts';

/** A picture comes before the profile that refers to it; this is how long the profile may take. */
export const ON_ITS_WAY_MS = 3_600_000;

/** Before an hour, however often they were sent. */
export const longAgo = (now: number): SentBefore => ({ once: now - ON_ITS_WAY_MS, again: now - ON_ITS_WAY_MS });

/** A removal takes some milliseconds; whoever began one that long ago is no longer at it. */
export const REMOVAL_STALE_MS = 60_000;

const SLICE = 1000;
/** Together longer than a removal takes that another instance is at. */
const UNDER_WAY_POLL_MS = 100;
const UNDER_WAY_TRIES = 20;

/** Whoever finds that another call of this process has removed a picture finds nothing of it left. */
const oneByOne = pLimit(1);

export interface Removed {
  removed: number;
  freedBytes: number;
}

interface RemovedOf extends Removed {
  /** Those that profiles refer to. */
  referenced: string[];
  /** Those that no profile refers to and of which nothing is left, whoever removed them. */
  gone: string[];
  /** Those whose removal somebody is at, or began and left: their bytes may be there. */
  open: string[];
}

/** Removes by the picture and not by its records: face detection that broke off may have left faces in the index that no record has. */
async function removeFacesOf(imageId: string, index: FaceIndex): Promise<void> {
  const ids = faceIdsOf(imageId);
  const missing = new Set(await index.missing(ids));
  await index.remove(ids.filter((id) => !missing.has(id)));
}

async function removeOne(
  id: string,
  sent: SentBefore,
  { store, blobs, index, kit }: ImagesContext,
): Promise<number | null> {
  let since = kit.clock.now();
  if (!(await store.beginRemoval(id, sent, since, since - REMOVAL_STALE_MS))) return null;
  // Who was held up so long that another took over must not delete what that one has put there.
  const isOurs = async (): Promise<boolean> => {
    const before = since;
    since = kit.clock.now();
    return store.holdRemoval(id, before, since);
  };
  // Out of the index first: when it does not answer, whoever goes on with this begins there again.
  if (index) await removeFacesOf(id, index);
  if (!(await isOurs())) return null;
  await store.faces.dropOf([id]);
  let freed = 0;
  for (const key of [imageKey(id), thumbnailKey(id)]) {
    freed += (await blobs.stat(key))?.bytes ?? 0;
    if (!(await isOurs())) return null;
    await blobs.delete(key);
  }
  await store.finishRemoval(id, since);
  return freed;
}

/** Those of `ids` that profiles refer to; at most 10,000 at once. */
export async function referencedOf(ids: readonly string[], { client }: ImagesContext): Promise<Set<string>> {
  const { referenced } = await client.call(calls.imageReferences, { body: { ids: [...ids] }, timeoutMs: 30_000 });
  return new Set(referenced);
}

/** All pictures that were last sent up to a moment, in slices. */
export async function* pictureSlices(sentBefore: number, { store }: ImagesContext): AsyncGenerator<string[]> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const ids: string[] = await store.idsAfter(after, sentBefore, SLICE);
    if (ids.length > 0) yield ids;
    after = ids.at(-1);
  }
}

/**
 * Removes those of `ids` that no profile refers to and that nobody sent after that. At most 10,000 ids at
 * once.
 */
export async function removeUnreferenced(
  ids: readonly string[],
  sent: SentBefore,
  deps: ImagesContext,
): Promise<RemovedOf> {
  const total: RemovedOf = { removed: 0, freedBytes: 0, referenced: [], gone: [], open: [] };
  if (ids.length === 0) return total;
  const kept = await referencedOf(ids, deps);
  total.referenced = ids.filter((id) => kept.has(id));
  for (const id of ids) {
    if (kept.has(id)) continue;
    const freed = await oneByOne(() => removeOne(id, sent, deps));
    const standing = freed === null ? await deps.store.standing(id) : null;
    if (standing === 'REMOVING') total.open.push(id);
    if (standing === null) total.gone.push(id);
    if (freed === null) continue;
    total.removed++;
    total.freedBytes += freed;
    deps.measured.removed(freed);
  }
  return total;
}

/**
 * The same, until nothing is left of those that it begins with, nor of those that another is at. Answers which are gone.
 *
 * @throws TransientError where a removal was begun and left: it can be taken over when it is `REMOVAL_STALE_MS` old
 */
export async function removeToTheEnd(ids: readonly string[], sent: SentBefore, deps: ImagesContext): Promise<string[]> {
  const gone: string[] = [];
  let left = ids;
  for (let tries = 0; tries < UNDER_WAY_TRIES; tries++) {
    if (tries > 0) await pause(UNDER_WAY_POLL_MS);
    const removed = await removeUnreferenced(left, sent, deps);
    gone.push(...removed.gone);
    left = removed.open;
    if (left.length === 0) return gone;
  }
  throw new TransientError(`the removal of ${left.length} pictures was begun and is not at its end`);
}
