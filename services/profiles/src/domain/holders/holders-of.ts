import { NUMBERING_PLAN } from '@numscope/contracts/lists';
import { greatest, least } from '../choose-value.ts';
import { newestOfSources } from '../newest-observations.ts';
import { allKept, type KeptObservation, timeOf } from '../observation.ts';
import { findHolderChange, type HolderChange } from './holder-change.ts';

/** One who holds or held the number: what tells of them, and the change by which they came; null for the first known. */
export interface Holder {
  observations: KeptObservation[];
  change: HolderChange | null;
}

const MOST_CHANGES = 5;
const DAY_MS = 86_400_000;

/** Whether an observation is of the present holder: by what it says, else by its time. A numbering plan tells of today. */
function isOfPresent(one: KeptObservation, { sideOf, since }: HolderChange): boolean {
  const side = sideOf(one);
  return side === null ? one.source === NUMBERING_PLAN || timeOf(one) > since : side === 'PRESENT';
}

/** Whether anything can tell of a change: a source that said otherwise before, or answers of different days. */
function mayTell(observations: readonly KeptObservation[]): boolean {
  if (observations.some(({ former }) => former !== undefined)) return true;
  const times = observations
    .filter(({ source, status }) => status === 'FOUND' && source !== NUMBERING_PLAN)
    .flatMap((one) => [one.since ?? timeOf(one), timeOf(one)]);
  return times.length > 2 && greatest(times) - least(times) > DAY_MS;
}

/** Splits at the most probable change, then each part by itself, as binary segmentation does. */
function split(kept: readonly KeptObservation[], change: HolderChange | null, left: number): Holder[] {
  const found = left > 0 ? findHolderChange(kept) : null;
  if (!found) return [{ observations: [...kept], change }];
  const { true: present = [], false: former = [] } = Object.groupBy(kept, (one) =>
    isOfPresent(one, found) ? 'true' : 'false',
  );
  if (present.length === 0 || former.length === 0) return [{ observations: [...kept], change }];
  return [...split(former, change, left - 1), ...split(present, found, left - 1)];
}

/**
 * Who probably held a number one after the other, the present one last, each with the newest that every source says of
 * them. One who held it alone is given what is kept as it is.
 */
export function holdersOf(observations: readonly KeptObservation[]): Holder[] {
  if (!mayTell(observations)) return [{ observations: [...observations], change: null }];
  const holders = split(allKept(observations), null, MOST_CHANGES);
  return holders.length === 1
    ? [{ observations: [...observations], change: null }]
    : holders.map(({ observations: all, change }) => ({ observations: newestOfSources(all), change }));
}
