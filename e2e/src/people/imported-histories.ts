import { type MadeUpHistory, madeUpHistory } from '@numscope/testing/made-up-histories';
import { boundNumbers } from './number-ranges.ts';
import { phoneAt } from './phones.ts';

/** Where the numbers of the histories begin. */
const FROM = boundNumbers('histories', 10_000);
/** How the phones of up to 10,000 of them begin, which nobody else's do. */
export const HISTORIES_BEGIN = phoneAt(FROM).slice(0, -4);

/** Made-up histories by the numbers that they are of, as many without a change of holder as with one. */
export function madeUpHistories(each: number): Map<string, MadeUpHistory> {
  const histories = [false, true].flatMap((changes) =>
    Array.from({ length: each }, (_none, seed) => madeUpHistory((changes ? 10_000 : 0) + seed, changes)),
  );
  return new Map(histories.map((history, place) => [`+${phoneAt(FROM + place)}`, history]));
}

/** A file of profiles to import, each with all that was said of its number, whatever came last first. */
export const linesOf = (histories: ReadonlyMap<string, MadeUpHistory>): string =>
  [...histories]
    .map(([phone, { observations }]) => JSON.stringify({ phone, observations: observations.toReversed() }))
    .join('\n');
