/**
 * How much of a rate the instance at place `rank` (from 0) of `members` may use, in whole calls a second, so that all
 * together never exceed it whatever second is looked at. Null: there are fewer calls than members, so they must take
 * turns.
 */
export function rateShare(perSecond: number, members: number, rank: number): number | null {
  if (members === 1) return perSecond;
  const calls = Math.floor(perSecond);
  return calls < members ? null : Math.ceil((calls - rank) / members);
}
