import { setTimeout as pause } from 'node:timers/promises';
import { type FaceIndex, reasonOf } from '@numscope/platform';
import type { ImagesContext } from '../deps.ts';
import type { FaceRecord } from './face-store.port.ts';

const PART = 500;
/** Clocks of instances differ, and a record is kept some moments after its vector. */
const MARGIN_MS = 60_000;
/** A vector is in the index before its record is kept: what has no record by then has none. */
const UNDER_WAY_MS = 5000;
const RETRY_MS = 10_000;

export type Compared = Pick<ImagesContext, 'store' | 'kit'> & { index: FaceIndex; model: string };

const isFit = ({ quality }: FaceRecord): boolean => quality.faults.length === 0;

async function addMissing(faces: readonly FaceRecord[], { index }: Compared): Promise<number> {
  const missing = new Set(await index.missing(faces.map(({ id }) => id)));
  const added = faces.filter((face) => missing.has(face.id) && isFit(face));
  await index.add(added.map(({ id, vector }) => ({ id, vector })));
  return added.length;
}

type Page = (after: string) => Promise<FaceRecord[]>;

async function addAll(page: Page, compared: Compared, signal: AbortSignal): Promise<number> {
  let added = 0;
  for (let after = ''; !signal.aborted;) {
    const faces = await page(after);
    const last = faces.at(-1);
    if (!last) break;
    added += await addMissing(faces, compared);
    after = last.id;
  }
  return added;
}

async function removeOrphans({ index, store, model }: Compared, signal: AbortSignal): Promise<number> {
  const orphansOf = async (ids: string[]): Promise<string[]> => {
    const known = new Set((await store.faces.facesById(ids, model)).filter(isFit).map(({ id }) => id));
    return ids.filter((id) => !known.has(id));
  };
  let removed = 0;
  for (let after = ''; !signal.aborted;) {
    const ids = await index.idsAfter(after, PART);
    after = ids.at(-1) ?? '';
    if (after === '') break;
    const suspects = await orphansOf(ids);
    if (suspects.length === 0) continue;
    await pause(UNDER_WAY_MS, undefined, { signal, ref: false });
    const orphans = await orphansOf(suspects);
    await index.remove(orphans);
    removed += orphans.length;
  }
  return removed;
}

/**
 * Brings the index of vectors up to the records: first what was kept since it was saved, then all that it lacks, then
 * what has no record any more. Goes on until it is done or `signal` says to end.
 *
 * @param whole called as soon as nothing is lacking, with the index's identity
 */
export async function compareIndex(
  compared: Compared,
  whole: (identity: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const { store, index, kit, model } = compared;
  const { faces } = store;
  while (!signal.aborted) {
    try {
      const identity = await index.identity();
      const since = (await index.behindSince()) - MARGIN_MS;
      const behind = await addAll((after) => faces.facesSince(since, after, PART, model), compared, signal);
      const missing = await addAll((after) => faces.facesAfter(after, PART, model), compared, signal);
      if (signal.aborted) return;
      // It was lost meanwhile.
      if ((await index.identity()) !== identity) continue;
      whole(identity);
      const orphans = await removeOrphans(compared, signal);
      if (signal.aborted) return;
      kit.log.info({ behind, missing, orphans }, 'the index of faces is as the records');
      return;
    } catch (error) {
      if (signal.aborted) return;
      kit.log.warn({ reason: reasonOf(error) }, 'the index of faces could not be compared with the records yet');
      await pause(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
