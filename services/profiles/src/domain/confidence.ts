import { evidenceOf, matchOf, speaks } from './holder-evidence.ts';
import type { nameMatches, SourceNames } from './names-of.ts';
import { type Found, MOST_COMPARED } from './preference.ts';

/** How much of the doubt a fully trusted source takes away. */
const SHARE = 0.85;
/** What is left of the support where sources contradict each other in everything. */
const FLOOR = 0.2;
/** How far sources agree at most where no two of them make each other sure: so one alone has at most 0.34. */
const UNCONFIRMED = 0.25;

/** Each source leaves less room for doubt: 1 − ∏ (1 − 0.85 × √trust). */
function supportOf(sources: readonly Found[]): number {
  let doubt = 1;
  for (const { trust } of sources) doubt *= 1 - SHARE * Math.sqrt(Math.min(1, Math.max(0, trust)));
  return 1 - doubt;
}

/**
 * How sure it is that what the sources say is of one holder, 0 to 1 in hundredths: support × (0.2 + 0.8 × agreement),
 * as told in docs/profile-rules.md. Neither the clock nor the time of an answer counts.
 * @param found the most trusted first, each with its names
 */
export function confidenceOf(
  found: readonly Found[],
  names: readonly SourceNames[],
  matchNames: ReturnType<typeof nameMatches>,
): number {
  const all = found
    .values()
    .flatMap((by, place) => (names[place] ? [evidenceOf(by, names[place])] : []))
    .filter(speaks)
    .take(MOST_COMPARED)
    .toArray();
  const [first] = all;
  if (!first) return 0;
  const sure = new Set<Found>();
  let fitting = 0;
  let compared = 0;
  for (const [place, one] of all.entries())
    for (const other of all.slice(place + 1)) {
      const match = matchOf(one, other, matchNames(one.names, other.names));
      fitting += match.fitting;
      compared += match.compared;
      if (match.confirms) sure.add(one.by).add(other.by);
    }
  const agreement = compared === 0 ? UNCONFIRMED : fitting / compared;
  const confidence =
    sure.size > 0
      ? supportOf([...sure]) * (FLOOR + (1 - FLOOR) * agreement)
      : supportOf([first.by]) * (FLOOR + (1 - FLOOR) * Math.min(agreement, UNCONFIRMED));
  return Math.round(confidence * 100) / 100;
}
