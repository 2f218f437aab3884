import type { JobDocument } from './documents.ts';

/** When the merge of one job into another was asked for first, as an id; undefined where it is not, or not any more. */
const askedFor = (targets: readonly JobDocument[], from: number, into: number): string | undefined =>
  targets
    .find(({ key }) => key === into)
    ?.joins.filter(({ source, merge: by }) => by !== null && source === from)
    .map(({ id }) => id)
    .sort()[0];

/**
 * Whether a merge that was asked for may be: not if the phones of the target are on their way into the source, also
 * through others, for merged into each other both would be gone. Of two opposite ones the first goes on: each changes
 * the job that the other waits in, so none can miss the other.
 * @param targets all jobs that wait for phones
 */
export function mayMerge(targets: readonly JobDocument[], from: number, into: number): boolean {
  const asked = askedFor(targets, from, into);
  // It was taken back.
  if (asked === undefined) return false;
  const opposite = askedFor(targets, into, from);
  const isFirst = opposite !== undefined && asked < opposite;
  const reached = new Set([into]);
  // What is added is looked at too.
  for (const key of reached)
    for (const target of targets)
      if (!(isFirst && key === into && target.key === from) && askedFor([target], key, target.key) !== undefined)
        reached.add(target.key);
  return !reached.has(from);
}
