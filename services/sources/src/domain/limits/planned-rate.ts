interface Allowing {
  limits: { perSecond: number; perMinute: number };
  accounts: ReadonlyArray<{ perMinute: number }>;
}

/**
 * How many calls a second a source allows in the long run; null where nothing limits it. Accounts do only where each has
 * a limit.
 */
export function plannedRate({ limits, accounts }: Allowing): number | null {
  const isLimited = accounts.every(({ perMinute }) => perMinute > 0);
  const ofAccounts = isLimited ? accounts.reduce((sum, { perMinute }) => sum + perMinute, 0) : 0;
  const rates = [limits.perSecond, limits.perMinute / 60, ofAccounts / 60].filter((rate) => rate > 0);
  return rates.length > 0 ? Math.min(...rates) : null;
}
