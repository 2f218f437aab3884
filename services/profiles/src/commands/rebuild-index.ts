import { setTimeout as pause } from 'node:timers/promises';
import type { IndexDocument, Logger, SearchIndex } from '@numscope/platform';
import type { ProfileStore } from '../store/profile-store.port.ts';
import { settleEntries } from './settle-entries.ts';

/** Small where a slice holds up the thread that reads; large where each is a question to a server. */
const sliceOf = ({ isShared }: SearchIndex): number => (isShared ? 5000 : 500);
const LOOKS = 10;
const LOOK_MS = 1000;

/** All index documents in order of phones; the next are read while the last are written. Throws when `signal` fires: an end would mean that was all. */
async function* documentsOf(store: ProfileStore, index: SearchIndex, signal: AbortSignal): AsyncGenerator<IndexDocument[]> {
  const slice = sliceOf(index);
  let next = store.documentsAfter(null, slice);
  for (;;) {
    const documents = await next;
    const last = documents.at(-1);
    if (!last) return;
    signal.throwIfAborted();
    next = store.documentsAfter(last.phone, slice);
    // Whoever awaits it hears of its fault; nobody does when the writing fails first.
    next.catch(() => undefined);
    yield documents;
    if (index.isShared) await settleEntries(store, index, { upserts: documents, removals: [] });
  }
}

/**
 * Makes the index anew from the profiles, while it is searched and written.
 * @returns false when another process is at it
 * @throws AbortError when `signal` fires; the next start then sees that the work is not done
 */
export async function rebuildIndex(store: ProfileStore, index: SearchIndex, log: Logger, signal: AbortSignal): Promise<boolean> {
  log.info({ profiles: await store.count() }, 'the search index is being rebuilt');
  const begun = performance.now();
  const done = await index.rebuild(documentsOf(store, index, signal));
  if (done)
    log.info({ entries: await index.count(), seconds: Math.round((performance.now() - begun) / 1000) }, 'the search index is whole again');
  else log.info('another process is rebuilding the search index already');
  return done;
}

/**
 * Whether index and store hold as many. While others write, the index is always a little behind: it must then have reached within seconds what the
 * store held before, and hold no more than the store does after.
 */
async function isWhole(store: ProfileStore, index: SearchIndex, signal: AbortSignal): Promise<boolean> {
  for (let looks = 1, before = await store.count(); ; looks++) {
    const entries = await index.count();
    const after = await store.count();
    if (before <= entries && entries <= after) return true;
    if (looks === LOOKS || !(await store.hasOpenWork())) return false;
    await pause(LOOK_MS, undefined, { signal });
    before = after;
  }
}

/** Rebuilds the index when it does not hold what the store does: it is no copy of record and may have been lost, be older, or of another shape. */
export async function mendIndex(store: ProfileStore, index: SearchIndex, log: Logger, signal: AbortSignal): Promise<void> {
  if ((await index.isOutdated()) || !(await isWhole(store, index, signal))) await rebuildIndex(store, index, log, signal);
}
