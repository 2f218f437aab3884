import { type AuditEntry, type AuditFilter, type Page, toPage } from '@numscope/contracts';
import { type Identity, isAdmin } from '@numscope/platform';
import { type AuditQuery, readAuditFilter } from '../domain/audit-filter.ts';
import type { AuditStore } from '../store/audit-store.port.ts';

/** What this caller may find by this filter: administrators all, others their own entries. */
export function auditQueryOf(filter: AuditFilter, identity: Identity | null): AuditQuery {
  const seesAll = identity !== null && isAdmin(identity);
  return readAuditFilter(filter, seesAll ? null : (identity?.userId ?? ''));
}

/** One page of entries, newest first unless said. */
export async function searchAudit(
  filter: AuditFilter,
  identity: Identity | null,
  store: AuditStore,
): Promise<Page<AuditEntry>> {
  const hits = await store.search(auditQueryOf(filter, identity), filter.page * filter.size, filter.size);
  return {
    ...toPage(hits.entries, hits.total, filter),
    ...(hits.totalIsLowerBound ? { totalIsLowerBound: true } : {}),
  };
}
