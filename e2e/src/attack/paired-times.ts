/** One measurement of each kind, taken one right after the other, in milliseconds. */
export interface TimedPair {
  one: number;
  other: number;
}

/** Where the median of `one / other` lies, with 99% certainty. */
export interface Ratio {
  low: number;
  median: number;
  high: number;
}

/** The two-sided 99% quantile of the standard normal distribution. */
const Z_99 = 2.576;

/**
 * The median ratio of pairs, with the interval between order statistics that holds it whatever the distribution is
 * (Conover, Practical Nonparametric Statistics, 3.2): what a busy machine adds to one in ten moves neither far.
 */
export function ratioOf(pairs: readonly TimedPair[]): Ratio {
  const ratios = pairs.map(({ one, other }) => one / other).toSorted((left, right) => left - right);
  const at = (rank: number): number => ratios[Math.min(Math.max(rank, 0), ratios.length - 1)] ?? 1;
  const reach = (Z_99 * Math.sqrt(ratios.length)) / 2;
  const middle = (ratios.length - 1) / 2;
  return {
    low: at(Math.floor(middle - reach)),
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    high: at(Math.ceil(middle + reach)),
  };
}

/** Whether one kind takes as long as the other, give or take a part of it; null: more pairs have to tell. */
export function takeAsLong({ low, high }: Ratio, within: number): boolean | null {
  const [least, most] = [1 - within, 1 + within];
  if (low >= least && high <= most) return true;
  return high < least || low > most ? false : null;
}
