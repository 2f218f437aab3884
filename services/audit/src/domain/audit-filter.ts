import type { AuditFilter, auditSortFields, AuditType, Sort } from '@numscope/contracts';

export type AuditSortField = (typeof auditSortFields)[number];

/** A filter as the store takes it: null means any. */
export interface AuditQuery {
  actionTypes: AuditType[] | null;
  username: string | null;
  /** Only entries of this user are found; null: everybody's. */
  userId: string | null;
  ip: string | null;
  /** OK, or an error code, as it is written. */
  outcome: string | null;
  /** Must stand in the details or the arguments, in any case. */
  text: string | null;
  /** Milliseconds, both inclusive. */
  from: number | null;
  to: number | null;
  sort: { field: AuditSortField; direction: Sort['direction'] };
}

const given = (text: string | undefined): string | null => text?.trim() || null;

/**
 * What to look for. Who may see only the own entries sees those, whatever user the filter names.
 * @param ownOf the id of the user whose entries alone may be seen, null for all. Not the name, which may have been
 * another's
 */
export const readAuditFilter = (filter: AuditFilter, ownOf: string | null): AuditQuery => ({
  actionTypes: filter.actionTypes.length > 0 ? [...new Set(filter.actionTypes)] : null,
  username: ownOf === null ? given(filter.username) : null,
  userId: ownOf,
  ip: given(filter.ip),
  outcome: given(filter.outcome),
  text: given(filter.text),
  from: filter.from ?? null,
  to: filter.to ?? null,
  sort: filter.sort ?? { field: 'createdTimestamp', direction: 'DESC' },
});
