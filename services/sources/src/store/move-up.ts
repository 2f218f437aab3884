import { erasedRows, groupedRows, type MovingService, tableRows } from '@numscope/adapters/moving-up';
import { column, type SqlRow } from '@numscope/adapters/sqlite';
import { listedDocument } from './mongo/listed.ts';
import { listedNumber } from './sqlite/listed.ts';
import { keptAnswer } from './sqlite/observations.ts';
import { documentsOf, type KeptObservation } from './mongo/phone-document.ts';
import { PhoneRecords } from './mongo/phone-records.ts';
import { type PauseDocument, reservedId, type ReservedDocument } from './mongo/shared-records.ts';
import { type CallsDocument, callsId } from './mongo/call-counts.ts';
import type { ToldDocument } from './mongo/source-standing.ts';
import { sourceMigrations } from './sqlite/source-schema.ts';
import { statisticId } from './mongo/statistics.ts';
import { statisticRow } from './sqlite/statistics.ts';
import { duePhotosDocument } from './mongo/due-photos.ts';
import { duePhotosRow } from './sqlite/due-photos.ts';
import { submissionDocument } from './mongo/submissions.ts';
import { type DeliveryDocument, deliveryId } from './mongo/deliveries.ts';
import type { WebhookDocument } from './mongo/webhooks.ts';
import { deliveryRow } from './sqlite/webhooks.ts';
import { submissionRow } from './sqlite/submissions.ts';
import { callCount, heardJob, keptStopOf, toldState } from './sqlite/standing.ts';

/** Stands for the one process that made all calls so far. */
const INSTANCE = 'embedded';
/** Before every order that is given from now on. */
const FIRST_CHANGE = '0';

const keptOf = (row: SqlRow): KeptObservation => ({
  ...keptAnswer(row),
  raw: column.textOrNull(row, 'raw'),
  job: column.number(row, 'job'),
  pass: column.number(row, 'pass'),
  run: column.number(row, 'run'),
  cost: column.numberOrNull(row, 'cost'),
});

function reservedOf(rows: readonly SqlRow[]): ReservedDocument {
  const counts = rows.map(callCount);
  const [{ day, source } = { day: '', source: '' }] = counts;
  return {
    _id: reservedId(day, source),
    accounts: counts.map(({ account, calls }) => ({ account, calls })),
    revision: 1,
  };
}

function callsOf(row: SqlRow): CallsDocument {
  const counted = callCount(row);
  return { _id: callsId(counted, INSTANCE), ...counted, commit: 0 };
}

function pauseOf(row: SqlRow): PauseDocument {
  const { source, by, why } = keptStopOf(row);
  return {
    _id: source,
    by,
    why,
    at: column.number(row, 'at'),
    change: FIRST_CHANGE,
  };
}

const webhookDocument = (row: SqlRow): WebhookDocument => ({
  _id: column.text(row, 'id'),
  at: column.number(row, 'at'),
  record: column.text(row, 'record'),
  change: FIRST_CHANGE,
  next: (column.numberOrNull(row, 'last') ?? 0) + 1,
});

function deliveryDocument(row: SqlRow): DeliveryDocument {
  const delivery = deliveryRow(row);
  return { _id: deliveryId(delivery.webhook, delivery.event), ...delivery };
}

/**
 * What the sources said, their calls (which also count against the limits of the day), and what was ordered of them.
 */
export const movingSources: MovingService = {
  file: 'sources.sqlite',
  migrations: sourceMigrations,
  prepare: (connection) => new PhoneRecords(connection).declareIndexes(),
  carryings: (db) => [
    groupedRows({
      entity: 'observations',
      db,
      table: 'observation',
      key: 'phone',
      order: 'rowid',
      into: 'observations',
      document: (rows) =>
        documentsOf({ phone: column.text(rows[0] ?? {}, 'phone'), observations: rows.map(keptOf) }).map((each) => ({
          ...each,
        })),
      countIn: ({ document }) => (Array.isArray(document['observations']) ? document['observations'].length : 0),
    }),
    tableRows({
      entity: 'counts of calls',
      db,
      table: `(SELECT day || ' ' || source || ' ' || account AS name, * FROM calls WHERE length(day) = 10)`,
      key: 'name',
      into: 'calls',
      document: (row) => ({ ...callsOf(row) }),
    }),
    groupedRows({
      entity: 'calls of a day and source',
      db,
      table: `(SELECT day || ' ' || source AS name, * FROM calls WHERE length(day) = 10)`,
      key: 'name',
      order: 'account',
      into: 'reserved',
      document: (rows) => ({ ...reservedOf(rows) }),
      countIn: ({ document }) => (Array.isArray(document['accounts']) ? document['accounts'].length : 0),
    }),
    tableRows({
      entity: 'statistics of sources',
      db,
      table: `(SELECT source || ' ' || span || ' ' || at || ' ' || country AS name, * FROM statistics)`,
      key: 'name',
      into: 'statistics',
      document(row) {
        const counted = statisticRow(row);
        return { _id: statisticId(counted, INSTANCE), ...counted, commit: 0 };
      },
    }),
    tableRows({
      entity: 'paused sources',
      db,
      table: 'paused',
      key: 'source',
      into: 'paused',
      document: (row) => ({ ...pauseOf(row) }),
    }),
    tableRows({
      entity: 'states of sources that were told',
      db,
      table: 'told_state',
      key: 'source',
      into: 'told_states',
      document(row) {
        const { source: _id, state, at } = toldState(row);
        return { _id, state, at, change: FIRST_CHANGE } satisfies ToldDocument;
      },
    }),
    tableRows({
      entity: 'entries of the do-not-look-up list',
      db,
      table: 'listed_number',
      key: 'entry',
      into: 'listed_numbers',
      document: (row) => ({ ...listedDocument(listedNumber(row)) }),
    }),
    erasedRows(db),
    tableRows({
      entity: 'numbers that providers work on',
      db,
      table: `(SELECT phone || ' ' || source AS name, * FROM submission)`,
      key: 'name',
      into: 'submissions',
      document: (row) => ({ ...submissionDocument(submissionRow(row)) }),
    }),
    tableRows({
      entity: 'photos that are tried again',
      db,
      table: 'due_photos',
      key: 'id',
      into: 'due_photos',
      document: (row) => ({ ...duePhotosDocument(duePhotosRow(row)) }),
    }),
    tableRows({
      entity: 'webhooks',
      db,
      table: "(SELECT webhook.*, (SELECT seq FROM sqlite_sequence WHERE name = 'delivery') AS last FROM webhook)",
      key: 'id',
      into: 'webhooks',
      document: (row) => ({ ...webhookDocument(row) }),
    }),
    tableRows({
      entity: 'deliveries of webhooks',
      db,
      table: `(SELECT webhook || ' ' || event AS name, * FROM delivery)`,
      key: 'name',
      into: 'deliveries',
      document: (row) => ({ ...deliveryDocument(row) }),
    }),
    tableRows({
      entity: 'jobs that sources heard of',
      db,
      table: 'job',
      key: 'id',
      into: 'jobs',
      document(row) {
        const { id: _id, run, status } = heardJob(row);
        return { _id, run, status };
      },
    }),
  ],
};
