export { DamagedError, isFull } from './database-fault.ts';
export { losable, openDatabase, schemaVersion, transaction } from './database.ts';
export type { DatabaseSync, StatementSync } from './database.ts';
export { column, type SqlRow } from './row.ts';
export { longText, plainText } from './long-text.ts';
export { Outbox, outboxSchema } from './outbox.ts';
export { openWorkerStore, type RemoteStore } from './worker-store.ts';
export { dropDamaged, inspectDatabase, tablesOf, withItsLogs } from './inspect.ts';
export { type Snapshot, takeSnapshot } from './snapshot.ts';
