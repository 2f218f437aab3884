import { setTimeout as pause } from 'node:timers/promises';
import { type Logger, type PackedDocument, phoneOf, type SearchIndex } from '@numscope/platform';
import type { ProfileStore } from '../store/profile-store.port.ts';
import { settleEntries } from './settle-entries.ts';

/** Documents of a slice: few where a slice holds up the thread that reads, many where each is a question to a server. */
const sliceOf = ({ isShared }: SearchIndex): number => (isShared ? 5000 : 500);
const LOOKS = 10;
const LOOK_MS = 1000;
const AGAIN_MS = 5000;
const MOST_REBUILDS = 2;

/** What a rebuild reads of the store. */
export type Records = Pick<ProfileStore, 'count' | 'documents' | 'documentsAfter' | 'revisions'>;

/**
 * All index documents in order of phones; the next are read while the last are written. Throws when `signal` fires: an
 * end would mean that was all.
 */
async function* documentsOf(
  records: Records,
  index: SearchIndex,
  log: Logger,
  signal: AbortSignal,
): AsyncGenerator<PackedDocument[]> {
  log.info({ profiles: await records.count() }, 'the search index is being rebuilt');
  const slice = sliceOf(index);
  let next = records.documentsAfter(null, slice);
  for (;;) {
    const documents = await next;
    const last = documents.at(-1);
    if (!last) return;
    signal.throwIfAborted();
    next = records.documentsAfter(phoneOf(last), slice);
    // Whoever awaits it hears of its fault; nobody does when the writing fails first.
    next.catch(() => undefined);
    yield documents;
    if (index.isShared) await settleEntries(records, index, { upserts: documents, removals: [] });
  }
}

/**
 * Makes the index anew from the profiles, while it is searched and written.
 * @returns false when another process is at it
 * @throws AbortError when `signal` fires; the next start then sees that the work is not done
 */
export async function rebuildIndex(
  records: Records,
  index: SearchIndex,
  log: Logger,
  signal: AbortSignal,
): Promise<boolean> {
  const begun = performance.now();
  if (!(await index.rebuild(documentsOf(records, index, log, signal)))) return false;
  log.info(
    { entries: await index.count(), seconds: Math.round((performance.now() - begun) / 1000) },
    'the search index is whole again',
  );
  return true;
}

/**
 * Whether index and store hold as many. While others write, the index is always a little behind: it must then have
 * reached within seconds what the store held before, and hold no more than the store does after.
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

/** What is noted while none is right: no index is called so. */
const NONE = '';

/**
 * Whether the profiles were written to this index ever since it was whole; a number of entries that is right says nothing
 * of what they are. That another one is used now is noted before anything is written to it: whoever goes back to the
 * former one finds it left behind. Where none was noted yet, this one is trusted.
 */
export async function isNotedIndex(store: ProfileStore, index: SearchIndex): Promise<boolean> {
  const [identity, noted] = [await index.identity(), await store.notedIndex()];
  if (noted === null || noted === identity) return true;
  if (noted !== NONE) await store.noteIndex(NONE);
  return false;
}

/**
 * Rebuilds the index when it does not hold what the store does: it is no copy of record and may have been lost, left
 * behind, be older, or of another shape. While another process rebuilds it, waits for the end of that, because that
 * process may be killed. What a rebuild did not make whole is said aloud, and tried again at the next start.
 */
export async function mendIndex(
  store: ProfileStore,
  index: SearchIndex,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  let rebuilds = 0;
  const isRight = async (): Promise<boolean> =>
    !(await index.isOutdated()) &&
    (rebuilds > 0 || (await isNotedIndex(store, index))) &&
    isWhole(store, index, signal);
  while (!(await isRight())) {
    if (rebuilds === MOST_REBUILDS) {
      const held = { profiles: await store.count(), entries: await index.count() };
      log.error(held, 'the search index does not hold what the profiles do, although it was rebuilt');
      return;
    }
    if (await rebuildIndex(store, index, log, signal)) rebuilds++;
    else await pause(AGAIN_MS, undefined, { signal });
  }
  const identity = await index.identity();
  if ((await store.notedIndex()) !== identity) await store.noteIndex(identity);
}
