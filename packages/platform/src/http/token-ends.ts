/** Tokens issued up to `notBefore` (milliseconds) no longer count, but for the one issued exactly at `keepIssuedAt`. */
export interface TokenEnd {
  notBefore: number;
  keepIssuedAt: number | null;
}

const spares = ({ notBefore, keepIssuedAt }: TokenEnd, issuedAt: number): boolean =>
  issuedAt > notBefore || issuedAt === keepIssuedAt;

/** Whether a token is among those that ended. */
export const endsToken = (end: TokenEnd, issuedAt: number): boolean => !spares(end, issuedAt);

/**
 * What two ends of the same tokens come to together, in whatever order they came: a token counts on only where both
 * spare it. So the one that a change of a password keeps is gone if an end of another reason, older or newer, took it.
 */
function mergeEnds(one: TokenEnd, other: TokenEnd): TokenEnd {
  const [later, earlier] = one.notBefore >= other.notBefore ? [one, other] : [other, one];
  const { notBefore, keepIssuedAt: kept } = later;
  const counts = kept !== null && kept <= notBefore && spares(earlier, kept);
  return { notBefore, keepIssuedAt: counts ? kept : null };
}

/** Joins a known end with a new one; null where the new one ends nothing more. */
export function addEnd(known: TokenEnd | undefined, end: TokenEnd): TokenEnd | null {
  const merged = mergeEnds(known ?? end, end);
  return merged.notBefore === known?.notBefore && merged.keepIssuedAt === known.keepIssuedAt ? null : merged;
}
