import { type MovingService, erasedRows, tableRows } from '@numscope/adapters/moving-up';
import type { Connection } from '@numscope/adapters/mongo';
import { column, type DatabaseSync, type SqlRow } from '@numscope/adapters/sqlite';
import { type Logger, unpackEvents, type OutgoingEvent, type SearchIndex, TransientError } from '@numscope/platform';
import { rebuildIndex } from '../commands/rebuild-index.ts';
import type { ErasureRecord } from './erasure.ts';
import type { ImportRecord } from './import-record.ts';
import { declareIndexes } from './mongo/indexes.ts';
import { documentOf, lookedUpDocument, phoneCollection } from './mongo/phone-documents.ts';
import { phoneOfKey } from './sqlite/phone-key.ts';
import { phoneReader } from './mongo/phone-reader.ts';
import { rowOf } from './sqlite/profile-rows.ts';
import { REMEMBERED_MS } from './removed.ts';
import type { RetentionRecord } from './retention.ts';
import { readVerdict } from './sqlite/same-face-rows.ts';
import { migrations } from './sqlite/schema.ts';

/** What a number's document keeps of a removal. */
const removedOf = (row: SqlRow) => ({
  id: column.text(row, 'id'),
  revision: column.number(row, 'revision'),
  removed: column.number(row, 'at'),
});

type Tables = ReadonlyArray<Omit<Parameters<typeof tableRows>[0], 'db'>>;

/** Profiles with what they were made of, numbers that have none, and what users keep beside them. */
const tables: Tables = [
  {
    entity: 'profiles',
    table: '(SELECT profiles.*, removed.at AS removed FROM profiles LEFT JOIN removed USING (phone))',
    key: 'phone',
    into: 'profiles',
    document(row) {
      const removed = column.numberOrNull(row, 'removed');
      return { ...documentOf({ ...rowOf(row), version: null, past: removed === null ? {} : { removed } }) };
    },
  },
  {
    entity: 'numbers without profile',
    table: '(SELECT * FROM looked_up LEFT JOIN removed USING (phone))',
    key: 'phone',
    into: 'profiles',
    document(row) {
      const document = lookedUpDocument(phoneOfKey(row['phone']), column.text(row, 'country'));
      return { ...document, ...(column.numberOrNull(row, 'at') === null ? {} : removedOf(row)) };
    },
  },
  {
    entity: 'removed numbers',
    table: `(SELECT * FROM removed WHERE phone NOT IN (SELECT phone FROM profiles) AND phone NOT IN (SELECT phone FROM looked_up))`,
    key: 'phone',
    into: 'profiles',
    document: (row) => ({
      _id: phoneOfKey(row['phone']),
      found: false,
      version: 1,
      ...removedOf(row),
      // Once more as long, so that none goes before it was compared.
      until: column.number(row, 'until') + REMEMBERED_MS,
    }),
  },
  {
    entity: 'saved searches',
    table: 'saved_searches',
    key: 'id',
    into: 'saved_searches',
    document(row) {
      const [_id, userName, name, filter] = ['id', 'user_name', 'name', 'filter'].map((each) => column.text(row, each));
      const userId = column.textOrNull(row, 'user_id');
      const document = { _id: _id ?? '', userName, name, filter, created: column.number(row, 'created') };
      return userId === null ? document : { ...document, userId };
    },
  },
  {
    entity: 'verdicts about faces',
    table: 'same_face',
    key: 'id',
    into: 'same_face',
    document: (row) => ({
      _id: column.text(row, 'id'),
      low: phoneOfKey(row['low']),
      high: phoneOfKey(row['high']),
      ...readVerdict(row),
    }),
  },
  {
    entity: 'merged jobs',
    table: 'merged_jobs',
    key: 'source_id',
    into: 'merged_jobs',
    document(row) {
      const targetNumber = String(column.number(row, 'target_number'));
      return { _id: column.text(row, 'source_id'), targetId: column.text(row, 'target_id'), targetNumber };
    },
  },
  {
    entity: 'imports',
    table: 'imports',
    key: 'id',
    into: 'imports',
    document(row) {
      const { id: _id, ...record } = JSON.parse(column.text(row, 'record')) as ImportRecord;
      return { _id, ...record, touched: 0 };
    },
  },
  {
    entity: 'parts of imports',
    table: 'import_parts',
    key: 'rowid',
    into: 'import_parts',
    document: (row) => ({
      _id: `${column.text(row, 'import')}/${column.number(row, 'part')}`,
      profiles: column.text(row, 'profiles'),
    }),
  },
];

/** What is carried once the marks of erased numbers are. */
const furtherTables: Tables = [
  {
    entity: 'erasures',
    table: 'erasures',
    key: 'id',
    into: 'erasures',
    document(row) {
      const { id: _id, ...record } = JSON.parse(column.text(row, 'record')) as ErasureRecord;
      return { _id, ...record };
    },
  },
  {
    entity: 'retention',
    table: 'retention',
    key: 'one',
    into: 'retention',
    document: (row) => ({
      _id: 'retention',
      ...(JSON.parse(column.text(row, 'record')) as RetentionRecord),
    }),
  },
  {
    entity: 'version of the rules',
    table: 'rules',
    key: 'one',
    into: 'rules',
    document: (row) => ({ _id: 'rules', version: column.number(row, 'version') }),
  },
];

export const movingProfiles: MovingService = {
  file: 'profiles.sqlite',
  migrations,
  prepare: declareIndexes,
  carryings(db) {
    const rowsOf = (all: Tables) => all.map((table) => tableRows({ db, ...table }));
    return [...rowsOf(tables), erasedRows(db), ...rowsOf(furtherTables)];
  },
};

/** What was to be told of profiles once the index had them, oldest first. */
export function* waitingForIndex(db: DatabaseSync): Iterable<{ id: number; events: OutgoingEvent[] }> {
  const work = db.prepare('SELECT id, events FROM index_work ORDER BY id');
  for (const row of work.iterate())
    yield { id: column.number(row, 'id'), events: unpackEvents(column.longText(row, 'events')) };
}

/**
 * Makes the index from the profiles that have come.
 * @returns how many profiles there are, and how many entries
 * @throws TransientError while another process is at it
 */
export async function indexMoved(
  connection: Connection,
  index: SearchIndex,
  log: Logger,
): Promise<{ profiles: number; entries: number }> {
  const reader = phoneReader(phoneCollection(connection));
  if (!(await rebuildIndex(reader, index, log, new AbortController().signal)))
    throw new TransientError('another process is making the search index, or was killed while it did');
  return { profiles: await reader.count(), entries: await index.count() };
}
