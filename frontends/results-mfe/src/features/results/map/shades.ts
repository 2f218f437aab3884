const LEVELS = 4;

/** How strongly to shade what is counted, 1 to 4, by orders of size below the largest: each level is three times the next. */
export function shadesOf(counted: readonly { value: string; profiles: number }[]): Map<string, number> {
  const most = Math.max(1, ...counted.map(({ profiles }) => profiles));
  return new Map(
    counted.map(({ value, profiles }) => [
      value,
      Math.max(1, LEVELS - Math.floor(Math.log(most / profiles) / Math.log(3) + 1e-9)),
    ]),
  );
}
