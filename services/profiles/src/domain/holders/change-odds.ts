/** What a source says on one side of a moment: the former holder, the present one, or nothing that tells. */
export type Side = 'FORMER' | 'PRESENT' | null;

export interface Told {
  before: Side;
  after: Side;
  /** Whether it tells when that was so which it says after the moment. */
  dated: boolean;
}

const YEAR_MS = 365.25 * 86_400_000;
/** Five of a hundred numbers in use change hands in a year; once in 33 years a source takes up a wrong person. */
const CHANGES_A_YEAR = 0.05;
const MISTAKES_A_YEAR = 0.03;
/** A source says somebody else of a number from the beginning; and a further one says the same wrong person. */
const WRONG = 0.1;
const SAME_WRONG = 0.15;
/** A further source takes up the same wrong person instead of the right one. */
const SAME_MISTAKE = 0.05;
/** A source that tells no time still says the former holder; one that does, mistakes the time. */
const STALE = 0.4;
const MISDATED = 0.03;

/** The probability of at least one of so many a year. */
export const within = (rate: number, ms: number): number => 1 - Math.exp((-rate * Math.max(1, ms)) / YEAR_MS);

function ifChanged({ before, after, dated }: Told): number {
  if (before === 'PRESENT') return MISDATED;
  if (after === 'FORMER') return dated ? MISDATED : STALE;
  if (after === 'PRESENT') return before === 'FORMER' || !dated ? 1 - STALE : 1;
  return 1;
}

/** As if only one had ever held it: those who say the other are wrong, of the first one less probable than of the next. */
function ifUnchanged(told: readonly Told[], holder: 'FORMER' | 'PRESENT', ms: number): number {
  const other = holder === 'FORMER' ? 'PRESENT' : 'FORMER';
  let log = 0;
  let wrong = 0;
  let turned = 0;
  for (const { before, after } of told) {
    const isTurned = before === 'FORMER' && after === 'PRESENT';
    if (isTurned) log += Math.log(turned++ === 0 ? within(MISTAKES_A_YEAR, ms) : SAME_MISTAKE);
    if (isTurned ? holder === 'PRESENT' : before === other || after === other)
      log += Math.log(wrong++ === 0 ? WRONG : SAME_WRONG);
  }
  return log;
}

/**
 * The logarithm of the odds that a number changed hands in a gap, by what each source says before and after it: what is
 * as probable under one holder, with the mistakes that sources make, speaks for nothing. The formula stands in
 * docs/profile-rules.md.
 */
export function changeOdds(told: readonly Told[], gapMs: number): number {
  const changed = told.reduce((log, one) => log + Math.log(ifChanged(one)), Math.log(within(CHANGES_A_YEAR, gapMs)));
  return changed - Math.max(ifUnchanged(told, 'FORMER', gapMs), ifUnchanged(told, 'PRESENT', gapMs));
}

export const likelihoodOf = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));
