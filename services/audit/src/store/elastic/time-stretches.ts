/** When the oldest and the newest entry were made, and how many there are. */
export interface Extent {
  first: number;
  last: number;
  entries: number;
}

export interface Stretch {
  from: number;
  to: number;
}

/** Where each entry has the text, the first stretch has about twice what is wanted of it. */
const AMPLE = 2;
/** How many times longer each stretch is than the one before: five of them reach from hundreds of entries to ten million. */
const LONGER = 8;

/**
 * Ever longer stretches of time from one end on, both ends inclusive, the last all of it: the first in which as many
 * entries fit as are wanted has just those that come first in all of it.
 * @param wanted how many are to be in it
 */
export function* stretches({ first, last, entries }: Extent, newestFirst: boolean, wanted: number): Iterable<Stretch> {
  const each = (last - first) / Math.max(1, entries);
  for (let length = Math.ceil(each * wanted * AMPLE); first + length < last; length = length * LONGER + 1)
    yield newestFirst ? { from: last - length, to: last } : { from: first, to: first + length };
  yield { from: first, to: last };
}
