import { limits, type RetentionDays } from '@numscope/contracts';

/** What is kept for so many days. */
export const kinds = ['observations', 'jobs', 'audit'] as const satisfies ReadonlyArray<keyof RetentionDays>;
export type Kind = (typeof kinds)[number];
/** As it stands in the fields. */
export type Written = Record<Kind, string>;

export const least: Record<Kind, number> = { observations: 1, jobs: 1, audit: limits.auditRetentionDays };
export const writtenOf = (days: RetentionDays): Written => ({
  observations: String(days.observations ?? ''),
  jobs: String(days.jobs ?? ''),
  audit: String(days.audit ?? ''),
});

/** What a field says: days, or null for nothing; undefined: it is wrong. */
export function daysOf(kind: Kind, text: string): number | null | undefined {
  const digits = text.trim();
  if (digits === '') return null;
  const days = /^\d{1,5}$/.test(digits) ? Number(digits) : Number.NaN;
  return days >= least[kind] && days <= limits.retentionDays ? days : undefined;
}

/** Whether something would go sooner by what is written than by the days that are kept. */
export const isStricter = (kept: RetentionDays, written: Written): boolean =>
  kinds.some((kind) => {
    const days = daysOf(kind, written[kind]);
    const before = kept[kind];
    return typeof days === 'number' && (before === null || days < before);
  });
