import { column } from '@numscope/adapters/sqlite';
import { AuditCheckpoint } from '@numscope/contracts';
import { type MovingService, tableRows } from '@numscope/adapters/moving-up';
import { toDocument } from './mongo/audit-append.ts';
import { openAuditCollections, HEAD } from './mongo/audit-collections.ts';
import { chainRow, rowColumns } from './sqlite/audit-rows.ts';
import { auditMigrations } from './sqlite/audit-schema.ts';

/**
 * Entries with the hashes that they have: the chain is the same. Its head comes last, and with it the trail is there.
 */
export const movingAudit: MovingService = {
  file: 'audit.sqlite',
  migrations: auditMigrations,
  prepare: async (connection) => void (await openAuditCollections(connection)),
  carryings: (db) => [
    tableRows({
      entity: 'audit entries',
      db,
      table: `(SELECT ${rowColumns} FROM entry)`,
      key: 'seq',
      into: 'entries',
      document: (row) => ({ ...toDocument(chainRow(row)) }),
    }),
    tableRows({
      entity: 'checkpoints of the audit trail',
      db,
      table: 'checkpoint',
      key: 'number',
      into: 'checkpoints',
      document(row) {
        const checkpoint = AuditCheckpoint.parse(JSON.parse(column.text(row, 'json')));
        return { _id: checkpoint.number, at: checkpoint.at, checkpoint };
      },
    }),
    tableRows({
      entity: 'retention of the audit trail',
      db,
      table: 'retention',
      key: 'one',
      into: 'retention',
      document: (row) => ({ _id: 'retention', days: row['days'] === null ? null : column.number(row, 'days') }),
    }),
    tableRows({
      entity: 'head of the audit trail',
      db,
      table: 'head',
      key: 'one',
      into: 'heads',
      document(row) {
        return {
          _id: HEAD,
          entries: column.number(row, 'entries'),
          hash: column.text(row, 'hash'),
          begins: column.number(row, 'begins'),
          beginsHash: column.text(row, 'begins_hash'),
        };
      },
    }),
  ],
};
