import type { ImagesContext } from '../deps.ts';
import { longAgo, ON_ITS_WAY_MS, removeToTheEnd, removeUnreferenced } from './remove-unreferenced.ts';

const SLICE = 1000;

/**
 * Drops pictures of deleted profiles, and of answers that have gone, that nobody refers to any more. Those that came several
 * times within the last hour may belong to a profile that is on its way, and so may one that came after they had gone:
 * these are looked at once more when the hour is over.
 *
 * @param goneAt when those went that referred to them; of what is told twice the picture may have come anew
 */
export async function dropImages(ids: readonly string[], goneAt: number, deps: ImagesContext): Promise<void> {
  const now = deps.kit.clock.now();
  const sent = { once: goneAt, again: now - ON_ITS_WAY_MS };
  for (let start = 0; start < ids.length; start += SLICE) {
    const slice = ids.slice(start, start + SLICE);
    const settled = await deps.store.settled(slice, sent);
    await removeToTheEnd(settled, sent, deps);
    const certain = new Set(settled);
    await deps.store.setDue(
      slice.filter((id) => !certain.has(id)),
      now + ON_ITS_WAY_MS,
    );
  }
}

/** Takes the second look at the pictures for which it is due. */
export async function dropDueImages(deps: ImagesContext): Promise<void> {
  const now = deps.kit.clock.now();
  const marks = await deps.store.due(now, SLICE);
  const ids = marks.map(({ id }) => id);
  const { referenced, gone, open } = await removeUnreferenced(ids, longAgo(now), deps);
  const settled = new Set([...referenced, ...gone]);
  await deps.store.replaceDue(
    marks.filter(({ id }) => settled.has(id)),
    null,
  );
  // What was begun and left is looked at until it can be taken over; to what was sent meanwhile a profile is on its way.
  const left = new Set([...settled, ...open]);
  await deps.store.replaceDue(
    marks.filter(({ id }) => !left.has(id)),
    now + ON_ITS_WAY_MS,
  );
}
