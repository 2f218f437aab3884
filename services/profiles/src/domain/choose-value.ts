import type { DisagreementRule } from '@numscope/contracts';
import type { Found } from './preference.ts';

/** What one source says, with the form in which it is compared. */
export interface Said<Value> {
  by: Found;
  value: Value;
  /** When it was so; null where its source does not tell. */
  observedAt: number | null;
  key: string;
}

/** The greatest of any number of numbers: `Math.max` takes some ten thousand. */
export const greatest = (numbers: readonly number[]): number =>
  numbers.reduce((most, each) => Math.max(most, each), -Infinity);
export const least = (numbers: readonly number[]): number =>
  numbers.reduce((fewest, each) => Math.min(fewest, each), Infinity);

const isOne = (said: ReadonlyArray<Said<unknown>>): boolean => said.every(({ key }) => key === said[0]?.key);

/** Those of which something is the most. */
export function mostBy<T>(all: readonly T[], of: (one: T) => number): T[] {
  const most = greatest(all.map(of));
  return all.filter((one) => of(one) === most);
}

/** Those that were so last. One without a known time neither wins nor loses by it: nobody knows whether it is older. */
export function lastBy<T>(all: readonly T[], timeOf: (one: T) => number | null): T[] {
  // Not 0: what was so before 1970 has times below that.
  const last = greatest(all.map((one) => timeOf(one) ?? -Infinity));
  return all.filter((one) => (timeOf(one) ?? last) === last);
}

const mostAgreed = <V>(said: ReadonlyArray<Said<V>>, all: ReadonlyArray<Said<V>>): Array<Said<V>> => {
  const sources = new Map<string, Set<string>>();
  for (const { key, by } of all) sources.getOrInsertComputed(key, () => new Set()).add(by.source);
  return mostBy(said, ({ key }) => sources.get(key)?.size ?? 0);
};

/** The chosen one of several, and the rule after which one value was left. */
export interface Choice<Value> {
  chosen: Said<Value>;
  rule: DisagreementRule;
}

/**
 * Chooses one of several values: the most trusted source's, then the one that was so last, then the one that most
 * sources agree on, then the one of the first source by name. Which answer came first makes no difference.
 * @param said in order of preference
 * @returns null when there is none
 */
export function chooseValue<V>(said: ReadonlyArray<Said<V>>): Choice<V> | null {
  const choice = ([chosen]: ReadonlyArray<Said<V>>, rule: DisagreementRule): Choice<V> | null =>
    chosen ? { chosen, rule } : null;
  const trusted = mostBy(said, ({ by }) => by.trust);
  if (isOne(trusted)) return choice(trusted, 'TRUST');
  const newest = lastBy(trusted, ({ observedAt }) => observedAt);
  if (isOne(newest)) return choice(newest, 'OBSERVED_AT');
  const agreed = mostAgreed(newest, said);
  return choice(agreed, isOne(agreed) ? 'AGREEMENT' : 'SOURCE_NAME');
}
