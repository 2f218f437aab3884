import type { HolderReason } from '@numscope/contracts';
import { holderReasons } from '@numscope/contracts/lists';
import { nameMatches } from '../names-of.ts';
import type { KeptObservation } from '../observation.ts';
import { changeOdds, likelihoodOf, type Side, type Told } from './change-odds.ts';
import { areOneHolder, differencesOf } from './different-holders.ts';
import { type Gap, lineSigns } from './line-signs.ts';
import { type Statement, statementsOf } from './statements.ts';

/** So sure it must be. */
const LEAST_LIKELIHOOD = 0.9;
/** Of more statements the newest are compared. */
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
  former: Statement;
  present: Statement;
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
    const ofOne = known.get(a) ?? new Map<Statement, boolean | null>();
    known.set(a, ofOne);
    let is = ofOne.get(b);
    if (is === undefined) ofOne.set(b, (is = areOneHolder(a.evidence, b.evidence, match)));
    return is;
  };
  return { areOne, match };
}

type Comparing = ReturnType<typeof comparing>;

const sideBy =
  ({ areOne }: Comparing, former: Statement, present: Statement) =>
  (statement: Statement): Side => {
    const isFormer = areOne(statement, former) === true;
    const isPresent = areOne(statement, present) === true;
    if (isFormer === isPresent) return null;
    return isFormer ? 'FORMER' : 'PRESENT';
  };

/** Between the last that is said of the former holder up to a moment and the first of the present one behind it. */
function gapAround(cut: number, statements: readonly Statement[], side: (one: Statement) => Side): Gap {
  let gap: Gap = { from: -Infinity, to: Infinity };
  for (const one of statements) {
    if (side(one) === 'FORMER' && one.from <= cut)
      gap = { ...gap, from: Math.max(gap.from, one.to <= cut ? one.to : one.from) };
    if (side(one) === 'PRESENT' && one.to > cut)
      gap = { ...gap, to: Math.min(gap.to, one.from > cut ? one.from : one.to) };
  }
  return gap;
}

/** What each source says up to a moment and behind it. */
function toldAround(cut: number, bySource: readonly Statement[][], side: (one: Statement) => Side): Told[] {
  return bySource.map((said) => {
    const before = said.findLast(({ from }) => from <= cut);
    const after = said.findLast(({ to }) => to > cut);
    return {
      before: before ? side(before) : null,
      after: after ? side(after) : null,
      dated: after?.dated ?? false,
    };
  });
}

/**
 * The middle of a gap; of one of days the beginning of a day, as more is not known. Where nobody tells when the present
 * holder was first seen, the day after the former one was seen last.
 */
function sinceIn({ from, to }: Gap, statements: readonly Statement[], side: (one: Statement) => Side): number {
  const middle = Math.floor((from + to) / 2);
  if (to - from <= 2 * DAY_MS) return middle;
  const isSeen = statements.some((one) => !one.timeless && side(one) === 'PRESENT' && one.to >= to);
  return isSeen ? middle - (middle % DAY_MS) : from + DAY_MS;
}

function* candidates(statements: readonly Statement[], compared: Comparing): Generator<Candidate> {
  const bySource = [...Map.groupBy(statements, ({ source }) => source).values()];
  const times = [...new Set(statements.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  for (const cut of times.slice(0, -1)) {
    const formers = bySource.flatMap((said) => said.findLast(({ from }) => from <= cut) ?? []);
    const presents = bySource.flatMap((said) => said.findLast(({ to }) => to > cut) ?? []);
    for (const former of formers)
      for (const present of presents) {
        if (compared.areOne(former, present) !== false) continue;
        const side = sideBy(compared, former, present);
        const gap = gapAround(cut, statements, side);
        if (!(gap.from < gap.to)) continue;
        const odds = changeOdds(toldAround(cut, bySource, side), gap.to - gap.from);
        yield { former, present, gap, odds };
      }
  }
}

/** In what anything said of the one differs from what is said of the other. */
function differencesBetween(
  statements: readonly Statement[],
  side: (one: Statement) => Side,
  { match }: Comparing,
): HolderReason[] {
  const formers = statements.filter((one) => side(one) === 'FORMER');
  const presents = statements.filter((one) => side(one) === 'PRESENT');
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
  let best: (Candidate & ReturnType<typeof lineSigns>) | null = null;
  for (const candidate of candidates(statements, compared)) {
    const signs = lineSigns(kept, candidate.gap);
    const odds = candidate.odds + signs.weight;
    // Of equally probable ones the later: what was before it is looked at by itself.
    if (!best || odds >= best.odds) best = { ...candidate, ...signs, odds };
  }
  if (!best || likelihoodOf(best.odds) < LEAST_LIKELIHOOD) return null;
  const { former, present, gap, odds, reasons, swappedAt } = best;
  const side = sideBy(compared, former, present);
  const sides = new Map(statements.map((one) => [one.observation, side(one)]));
  return {
    gap,
    since: swappedAt ?? sinceIn(gap, statements, side),
    likelihood: Math.min(0.99, Math.round(likelihoodOf(odds) * 100) / 100),
    reasons: [...differencesBetween(statements, side, compared), ...reasons],
    sideOf: (observation) => sides.get(observation) ?? null,
  };
}
