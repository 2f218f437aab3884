import { type DatabaseSync, transaction } from '@numscope/adapters/sqlite';
import type { ImportFault, ImportInfo } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import type { StagedProfile } from '../../imports/staged-profile.ts';
import { type Absorber, inOrder } from './absorb.ts';
import {
  type ImportRecord,
  type ImportStart,
  infoOf,
  newImport,
  OVER,
  remembered,
  resolvedOfPart,
} from '../import-record.ts';
import type { AppliedPart } from '../profile-store.port.ts';
import type { ResolvedPhone } from '../resolved-phone.ts';

const over = `state IN (${OVER.map((state) => `'${state}'`).join(', ')})`;

/** Imports with the parts that wait to be put in. Nobody else works on them: what is READING at the start is nobody's. */
export class ImportRows {
  readonly #db: DatabaseSync;
  readonly #absorber: Absorber;
  /** Whether what was found out then still counts. */
  readonly #counts: (resolved: ResolvedPhone) => boolean;
  readonly #select;
  readonly #upsert;
  readonly #newest;
  readonly #open;
  readonly #part;
  readonly #addPart;
  readonly #dropPart;
  readonly #dropParts;
  readonly #forget;

  constructor(db: DatabaseSync, absorber: Absorber, counts: (resolved: ResolvedPhone) => boolean) {
    this.#counts = counts;
    this.#db = db;
    this.#absorber = absorber;
    this.#select = db.prepare('SELECT record FROM imports WHERE id = ?');
    this.#upsert = db.prepare(
      'INSERT INTO imports (id, state, record) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state, record = excluded.record',
    );
    this.#newest = db.prepare('SELECT record FROM imports ORDER BY id DESC LIMIT ?');
    this.#open = db.prepare('SELECT id FROM imports WHERE state = ? ORDER BY id');
    this.#part = db.prepare('SELECT profiles FROM import_parts WHERE import = ? AND part = ?');
    this.#addPart = db.prepare('INSERT INTO import_parts (import, part, profiles) VALUES (?, ?, ?)');
    this.#dropPart = db.prepare('DELETE FROM import_parts WHERE import = ? AND part = ?');
    this.#dropParts = db.prepare('DELETE FROM import_parts WHERE import = ?');
    this.#forget = db.prepare(
      `DELETE FROM imports WHERE ${over}
         AND (record ->> 'finishedAt' < ? OR id NOT IN (SELECT id FROM imports WHERE ${over} ORDER BY id DESC LIMIT ?))`,
    );
  }

  readonly beginImport = (start: ImportStart): void => {
    transaction(this.#db, () => {
      this.#save(newImport(start));
      this.#forget.run(start.at - remembered.ms, remembered.imports);
    });
  };

  readonly stageImport = (id: string, profiles: string, count: number): void => {
    transaction(this.#db, () => {
      const record = this.#reading(id);
      this.#addPart.run(id, record.parts, profiles);
      this.#save({ ...record, parts: record.parts + 1, profiles: record.profiles + count });
    });
  };

  readonly countImport = (id: string, audit: OutgoingEvent | null): void => {
    transaction(this.#db, () => this.#save({ ...this.#reading(id), state: 'APPLYING', resolvedAt: Date.now(), audit }));
  };

  readonly withdrawImport = (id: string, faults: ImportFault[]): void => {
    transaction(this.#db, () => {
      const record = this.#load(id);
      if (record?.state !== 'READING') return;
      this.#dropParts.run(id);
      this.#save({ ...record, state: faults.length > 0 ? 'REFUSED' : 'WITHDRAWN', faults, finishedAt: Date.now() });
    });
  };

  /** The part and that it is put in are one commit. */
  readonly applyImport = (id: string): AppliedPart | null => {
    const record = this.#load(id);
    if (record?.state !== 'APPLYING' || record.appliedParts === record.parts) return null;
    return transaction(this.#db, () => {
      const row = this.#part.get(id, record.appliedParts);
      if (!row) throw new Error(`part ${record.appliedParts} of the import ${id} is missing`);
      const profiles = JSON.parse(String(row['profiles'])) as StagedProfile[];
      const more = record.audit && record.appliedParts === 0 ? [record.audit] : [];
      // An import that was begun before a number was erased does not bring it back.
      const resolved = inOrder(resolvedOfPart(record, profiles), ({ data }) => data.phone);
      const counted = resolved.filter((one) => this.#counts({ ...one, resolvedAt: record.at }));
      const work = this.#absorber.put(counted, record.at, more);
      this.#dropPart.run(id, record.appliedParts);
      this.#save({
        ...record,
        appliedParts: record.appliedParts + 1,
        applied: record.applied + profiles.length,
      });
      return { work };
    });
  };

  readonly finishImport = (id: string): void => {
    const record = this.#load(id);
    if (record?.state === 'APPLYING') this.#save({ ...record, state: 'DONE', finishedAt: Date.now() });
  };

  readonly importsToFinish = (): string[] => this.#open.all('APPLYING').map((row) => String(row['id']));

  withdrawAbandoned(): void {
    for (const row of this.#open.all('READING')) this.withdrawImport(String(row['id']), []);
  }

  readonly imports = (limit: number): ImportInfo[] =>
    this.#newest.all(limit).map((row) => infoOf(JSON.parse(String(row['record'])) as ImportRecord));

  readonly importOf = (id: string): ImportInfo | null => {
    const record = this.#load(id);
    return record && infoOf(record);
  };

  #load(id: string): ImportRecord | null {
    const row = this.#select.get(id);
    return row ? (JSON.parse(String(row['record'])) as ImportRecord) : null;
  }

  #reading(id: string): ImportRecord {
    const record = this.#load(id);
    if (record?.state !== 'READING') throw new Error(`the import ${id} was withdrawn`);
    return record;
  }

  #save(record: ImportRecord): void {
    this.#upsert.run(record.id, record.state, JSON.stringify(record));
  }
}
