import type { EventBus, ServiceKit } from '@numscope/platform';
import type { AuditStore } from './store/audit-store.port.ts';

/** What the audit service needs from the process that runs it. */
export interface AuditDeps {
  kit: ServiceKit;
  bus: EventBus;
  store: AuditStore;
}
