import type { EventBus, ServiceKit } from '@numscope/platform';
import type { Checkpointer, CheckpointSettings } from './checkpoints/checkpointer.ts';
import type { SyslogAddress } from './shipping/syslog-server.ts';
import type { CheckpointSigner } from './checkpoints/keys.ts';
import type { AuditStore } from './store/audit-store.port.ts';

export interface AuditSettings extends CheckpointSettings {
  /** How long entries are kept; null: for ever. */
  retentionDays: number | null;
  /** Where entries are sent besides; null: nowhere. */
  syslog: SyslogAddress | null;
}

/** What the audit service needs from the process that runs it. */
export interface AuditDeps {
  kit: ServiceKit;
  bus: EventBus;
  store: AuditStore;
  /** Signs the trail's checkpoints. */
  signer: CheckpointSigner;
  settings: AuditSettings;
}

/** The same with what the service is made of. */
export interface AuditContext extends AuditDeps {
  checkpointer: Checkpointer;
}
