import { type DatabaseSync, transaction } from '@numscope/adapters/sqlite';
import type { StagedProfile } from '../../imports/staged-profile.ts';
import { type Absorber, inOrder } from './absorb.ts';
import type { AtOnce } from './at-once.ts';
import {
  type ImportRecord,
  type ImportStore,
  infoOf,
  newImport,
  OVER,
  remembered,
  resolvedOfPart,
} from '../import-record.ts';
import type { ResolvedPhone } from '../resolved-phone.ts';

const over = `state IN (${OVER.map((state) => `'${state}'`).join(', ')})`;

const statements = (db: DatabaseSync) => ({
  select: db.prepare('SELECT record FROM imports WHERE id = ?'),
  upsert: db.prepare(
    'INSERT INTO imports (id, state, record) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state, record = excluded.record',
  ),
  newest: db.prepare('SELECT record FROM imports ORDER BY id DESC LIMIT ?'),
  open: db.prepare('SELECT id FROM imports WHERE state = ? ORDER BY id'),
  part: db.prepare('SELECT profiles FROM import_parts WHERE import = ? AND part = ?'),
  addPart: db.prepare('INSERT INTO import_parts (import, part, profiles) VALUES (?, ?, ?)'),
  dropPart: db.prepare('DELETE FROM import_parts WHERE import = ? AND part = ?'),
  dropParts: db.prepare('DELETE FROM import_parts WHERE import = ?'),
  forget: db.prepare(
    `DELETE FROM imports WHERE ${over}
       AND (record ->> 'finishedAt' < ? OR id NOT IN (SELECT id FROM imports WHERE ${over} ORDER BY id DESC LIMIT ?))`,
  ),
});

/**
 * Imports with the parts that wait to be put in. Nobody else works on them: what is READING at the start is nobody's, and is
 * withdrawn.
 * @param counts whether what was found out then still counts
 */
export function importRows(
  db: DatabaseSync,
  absorber: Absorber,
  counts: (resolved: ResolvedPhone) => boolean,
): AtOnce<ImportStore> {
  const sql = statements(db);
  const load = (id: string): ImportRecord | null => {
    const row = sql.select.get(id);
    return row ? (JSON.parse(String(row['record'])) as ImportRecord) : null;
  };
  const reading = (id: string): ImportRecord => {
    const record = load(id);
    if (record?.state !== 'READING') throw new Error(`the import ${id} was withdrawn`);
    return record;
  };
  const save = (record: ImportRecord): void => void sql.upsert.run(record.id, record.state, JSON.stringify(record));
  const idsIn = (state: ImportRecord['state']): string[] => sql.open.all(state).map((row) => String(row['id']));

  const calls: AtOnce<ImportStore> = {
    beginImport: (start) =>
      transaction(db, () => {
        save(newImport(start));
        sql.forget.run(start.at - remembered.ms, remembered.imports);
      }),
    stageImport: (id, profiles, count) =>
      transaction(db, () => {
        const record = reading(id);
        sql.addPart.run(id, record.parts, profiles);
        save({ ...record, parts: record.parts + 1, profiles: record.profiles + count });
      }),
    countImport: (id, audit) =>
      transaction(db, () => save({ ...reading(id), state: 'APPLYING', resolvedAt: Date.now(), audit })),
    withdrawImport: (id, faults) =>
      transaction(db, () => {
        const record = load(id);
        if (record?.state !== 'READING') return;
        sql.dropParts.run(id);
        save({ ...record, state: faults.length > 0 ? 'REFUSED' : 'WITHDRAWN', faults, finishedAt: Date.now() });
      }),
    /** The part and that it is put in are one commit. */
    applyImport(id) {
      const record = load(id);
      if (record?.state !== 'APPLYING' || record.appliedParts === record.parts) return null;
      return transaction(db, () => {
        const row = sql.part.get(id, record.appliedParts);
        if (!row) throw new Error(`part ${record.appliedParts} of the import ${id} is missing`);
        const profiles = JSON.parse(String(row['profiles'])) as StagedProfile[];
        const more = record.audit && record.appliedParts === 0 ? [record.audit] : [];
        // An import that was begun before a number was erased does not bring it back.
        const resolved = inOrder(resolvedOfPart(record, profiles), ({ data }) => data.phone);
        const counted = resolved.filter((one) => counts({ ...one, resolvedAt: record.at }));
        const work = absorber.put(counted, record.at, more);
        sql.dropPart.run(id, record.appliedParts);
        save({ ...record, appliedParts: record.appliedParts + 1, applied: record.applied + profiles.length });
        return { work };
      });
    },
    finishImport(id) {
      const record = load(id);
      if (record?.state === 'APPLYING') save({ ...record, state: 'DONE', finishedAt: Date.now() });
    },
    importsToFinish: () => idsIn('APPLYING'),
    imports: (limit) => sql.newest.all(limit).map((row) => infoOf(JSON.parse(String(row['record'])) as ImportRecord)),
    importOf(id) {
      const record = load(id);
      return record && infoOf(record);
    },
  };
  for (const id of idsIn('READING')) calls.withdrawImport(id, []);
  return calls;
}
