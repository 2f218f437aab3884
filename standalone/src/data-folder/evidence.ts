import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabaseSync, inspectDatabase } from '@numscope/adapters/sqlite';

/** Where a file holds what only work leaves behind; what a first start makes by itself does not count. */
const traces: Readonly<Record<string, string>> = {
  'users.sqlite': 'user',
  'jobs.sqlite': 'phone',
  'sources.sqlite': 'observation',
  'profiles.sqlite': 'profiles',
  'images.sqlite': 'image',
  'audit.sqlite': 'entry',
  'bus.sqlite': 'chunks',
};

/** `empty`: without a schema, as SQLite makes it before anything is written; `new`: without a trace of work. */
export type FileState = 'missing' | 'empty' | 'new' | 'used';

const holds = (db: DatabaseSync, table: string): boolean =>
  db.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?`).get(table) !== undefined &&
  db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined;

const hasTables = (db: DatabaseSync): boolean => db.prepare('SELECT 1 FROM sqlite_master LIMIT 1').get() !== undefined;

/** What has become of a file. @throws Error that names it when it is damaged */
export function stateOf(dataDir: string, file: string): FileState {
  const path = join(dataDir, file);
  if (!existsSync(path)) return 'missing';
  return inspectDatabase(path, (db) => {
    if (!hasTables(db)) return 'empty';
    const table = traces[file];
    return table !== undefined && holds(db, table) ? 'used' : 'new';
  });
}

/** Whether pictures are recorded whose bytes ought to be there. */
export const recordsPictures = (dataDir: string): boolean =>
  existsSync(join(dataDir, 'images.sqlite')) &&
  inspectDatabase(
    join(dataDir, 'images.sqlite'),
    (db) => holds(db, 'image') && db.prepare(`SELECT 1 FROM image WHERE state = 'STORED' LIMIT 1`).get() !== undefined,
  );
