import type { HolderReason } from '@numscope/contracts';
import { holderReasons } from '@numscope/contracts/lists';
import { nameMatches } from '../names-of.ts';
import type { KeptObservation } from '../observation.ts';
import { changeOdds, likelihoodOf, type Side, type Told } from './change-odds.ts';
import { areOneHolder, differencesOf } from './different-holders.ts';
import { type Gap, type LineSigns, lineSigns, saidOfLine } from './line-signs.ts';
import { type Statement, statementsOf } from './statements.ts';

/** How sure it must be that a number changed hands. */
const LEAST_LIKELIHOOD = 0.9;
/** How many statements are compared at most: the newest. */
const MOST_STATEMENTS = 60;
const DAY_MS = 86_400_000;

export interface HolderChange {
  gap: Gap;
  since: number;
  likelihood: number;
  reasons: HolderReason[];
  /** Which of the two an observation tells of; null where it tells of neither, or of both. */
  sideOf(observation: KeptObservation): Side;
}

interface Candidate {
  /** Which of the two holders each statement tells of. */
  sides: readonly Side[];
  gap: Gap;
  odds: number;
}

const later = (a: Statement, b: Statement): number =>
  a.to - b.to || a.from - b.from || (a.observation.id < b.observation.id ? -1 : 1);

/** Compares statements, any two once. */
function comparing() {
  const match = nameMatches();
  const known = new Map<Statement, Map<Statement, boolean | null>>();
  const areOne = (one: Statement, other: Statement): boolean | null => {
    if (one === other) return true;
    const [a, b] = later(one, other) <= 0 ? [one, other] : [other, one];
    const ofOne = known.getOrInsertComputed(a, () => new Map());
    return ofOne.getOrInsertComputed(b, () => areOneHolder(a.evidence, b.evidence, match));
  };
  return { areOne, match };
}

type Comparing = ReturnType<typeof comparing>;

/** Which of the two each statement tells of, by its place among them. */
const sidesBy = (
  { areOne }: Comparing,
  statements: readonly Statement[],
  former: Statement,
  present: Statement,
): readonly Side[] =>
  statements.map((one) => {
    const isFormer = areOne(one, former) === true;
    const isPresent = areOne(one, present) === true;
    if (isFormer === isPresent) return null;
    return isFormer ? 'FORMER' : 'PRESENT';
  });

/** Between the last that is said of the former holder up to a moment and the first of the present one behind it. */
function gapAround(cut: number, statements: readonly Statement[], sides: readonly Side[]): Gap {
  const gap: Gap = { from: -Infinity, to: Infinity };
  statements.forEach((one, place) => {
    const side = sides[place];
    if (side === 'FORMER' && one.from <= cut) gap.from = Math.max(gap.from, one.to <= cut ? one.to : one.from);
    if (side === 'PRESENT' && one.to > cut) gap.to = Math.min(gap.to, one.from > cut ? one.from : one.to);
  });
  return gap;
}

/** What a source says last up to a moment, and last behind it, by the places among all statements. */
interface Around {
  before: number | null;
  after: number | null;
}

/** What each source says up to a moment and behind it. */
const toldAround = (around: readonly Around[], statements: readonly Statement[], sides: readonly Side[]): Told[] =>
  around.map(({ before, after }) => ({
    before: before === null ? null : (sides[before] ?? null),
    after: after === null ? null : (sides[after] ?? null),
    dated: after !== null && (statements[after]?.dated ?? false),
  }));

/**
 * The middle of a gap; of one of days the beginning of a day, as more is not known. Where nobody tells when the present
 * holder was first seen, the day after the former one was seen last.
 */
function sinceIn({ from, to }: Gap, statements: readonly Statement[], sides: readonly Side[]): number {
  const middle = Math.floor((from + to) / 2);
  if (to - from <= 2 * DAY_MS) return middle;
  const isSeen = statements.some((one, place) => !one.timeless && sides[place] === 'PRESENT' && one.to >= to);
  return isSeen ? middle - (middle % DAY_MS) : from + DAY_MS;
}

function* candidates(statements: readonly Statement[], compared: Comparing): Generator<Candidate> {
  const bySource = [
    ...Map.groupBy(
      statements.map((one, place) => ({ one, place })),
      ({ one }) => one.source,
    ).values(),
  ];
  const times = [...new Set(statements.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  // The same two stand on both sides of many moments.
  const known = new Map<Statement, Map<Statement, readonly Side[]>>();
  const sidesOf = (former: Statement, present: Statement): readonly Side[] =>
    known
      .getOrInsertComputed(former, () => new Map())
      .getOrInsertComputed(present, () => sidesBy(compared, statements, former, present));
  for (const cut of times.slice(0, -1)) {
    const around = bySource.map((said): Around => ({
      before: said.findLast(({ one }) => one.from <= cut)?.place ?? null,
      after: said.findLast(({ one }) => one.to > cut)?.place ?? null,
    }));
    const at = (place: number | null): Statement[] => statements.slice(place ?? 0, place === null ? 0 : place + 1);
    const presents = around.flatMap(({ after }) => at(after));
    for (const former of around.flatMap(({ before }) => at(before)))
      for (const present of presents) {
        if (compared.areOne(former, present) !== false) continue;
        const sides = sidesOf(former, present);
        const gap = gapAround(cut, statements, sides);
        if (!(gap.from < gap.to)) continue;
        const odds = changeOdds(toldAround(around, statements, sides), gap.to - gap.from);
        yield { sides, gap, odds };
      }
  }
}

/** In what anything said of the one differs from what is said of the other. */
function differencesBetween(
  statements: readonly Statement[],
  sides: readonly Side[],
  { match }: Comparing,
): HolderReason[] {
  const formers = statements.filter((_one, place) => sides[place] === 'FORMER');
  const presents = statements.filter((_one, place) => sides[place] === 'PRESENT');
  const found = new Set(
    formers.flatMap((former) => presents.flatMap((present) => differencesOf(former.evidence, present.evidence, match))),
  );
  return holderReasons.filter((reason) => found.has(reason));
}

/**
 * The most probable change of hands in what is kept of a number; null where there is probably none. The order of the
 * observations makes no difference.
 */
export function findHolderChange(kept: readonly KeptObservation[]): HolderChange | null {
  const statements = statementsOf(kept).sort(later).slice(-MOST_STATEMENTS);
  const compared = comparing();
  const lines = saidOfLine(kept);
  // Most gaps are those of several candidates.
  const known = new Map<string, LineSigns>();
  const signsIn = (gap: Gap): LineSigns =>
    known.getOrInsertComputed(`${gap.from} ${gap.to}`, () => lineSigns(lines, gap));
  let best: (Candidate & LineSigns) | null = null;
  for (const candidate of candidates(statements, compared)) {
    const signs = signsIn(candidate.gap);
    const odds = candidate.odds + signs.weight;
    // The later of equally probable ones: what was before it is looked at by itself.
    if (!best || odds >= best.odds) best = { ...candidate, ...signs, odds };
  }
  if (!best || likelihoodOf(best.odds) < LEAST_LIKELIHOOD) return null;
  const { sides, gap, odds, reasons, swappedAt } = best;
  const bySide = new Map(statements.map((one, place) => [one.observation, sides[place] ?? null]));
  return {
    gap,
    since: swappedAt ?? sinceIn(gap, statements, sides),
    likelihood: Math.min(0.99, Math.round(likelihoodOf(odds) * 100) / 100),
    reasons: [...differencesBetween(statements, sides, compared), ...reasons],
    sideOf: (observation) => bySide.get(observation) ?? null,
  };
}
