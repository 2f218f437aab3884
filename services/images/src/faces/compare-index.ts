import { setTimeout as pause } from 'node:timers/promises';
import { type FaceIndex, reasonOf } from '@numscope/platform';
import type { ImagesContext } from '../deps.ts';

const PART = 500;
/** The newest faces, which are looked for before all: a crash leaves out few, and all are compared after them anyway. */
const RECENT = 10 * PART;
/** Clocks of instances differ, and a record is kept some moments after its vector. */
const MARGIN_MS = 60_000;
/** A vector is in the index before its record is kept: what has no record by then has none. */
const UNDER_WAY_MS = 5000;
const RETRY_MS = 10_000;

export interface Compared extends Pick<ImagesContext, 'store' | 'kit'> {
  index: FaceIndex;
  model: string;
  /** After how long a vector without a record is taken to have none, in milliseconds; 5 seconds unless said. */
  underWayMs?: number;
}

async function addMissing(ids: string[], { index, store, model }: Compared): Promise<number> {
  const missing = await index.missing(ids);
  if (missing.length === 0) return 0;
  const added = await store.faces.facesById(missing, model);
  await index.add(added.map(({ id, vector }) => ({ id, vector })));
  return added.length;
}

/** Ids of faces by pages, each asked for by the last id before, until there are no more or `signal` says to end. */
async function* pages(page: (after: string) => Promise<string[]>, signal: AbortSignal): AsyncGenerator<string[]> {
  for (let after = ''; !signal.aborted;) {
    const ids = await page(after);
    after = ids.at(-1) ?? '';
    if (after === '') return;
    yield ids;
  }
}

async function removeOrphans(compared: Compared, signal: AbortSignal): Promise<number> {
  const { index, store, model, underWayMs = UNDER_WAY_MS } = compared;
  const orphansOf = async (ids: string[]): Promise<string[]> => {
    const known = new Set(await store.faces.fitIdsOf(ids, model));
    return ids.filter((id) => !known.has(id));
  };
  let removed = 0;
  for await (const ids of pages((after) => index.idsAfter(after, PART), signal)) {
    const suspects = await orphansOf(ids);
    if (suspects.length === 0) continue;
    await pause(underWayMs, undefined, { signal, ref: false });
    const orphans = await orphansOf(suspects);
    await index.remove(orphans);
    // Some were kept just then: a database that changes its leader can be later than that.
    const kept = await store.faces.fitIdsOf(orphans, model);
    await addMissing(kept, compared);
    removed += orphans.length - kept.length;
  }
  return removed;
}

/**
 * Brings the index of vectors up to the records: first the newest that was kept since it was saved, then all that it lacks, then
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
      const since = await index.behindSince();
      const recent = since === 0 ? [] : await faces.fitIdsSince(since - MARGIN_MS, RECENT, model);
      let behind = 0;
      for (let from = 0; from < recent.length && !signal.aborted; from += PART)
        behind += await addMissing(recent.slice(from, from + PART), compared);
      let missing = 0;
      for await (const ids of pages((after) => faces.fitIdsAfter(after, PART, model), signal))
        missing += await addMissing(ids, compared);
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
