import { openDatabase } from '../../sqlite/index.ts';
import { indexReader } from './index-reader.ts';
import { indexMigrations } from './index-schema.ts';
import { indexWriter } from './index-writer.ts';

export interface IndexStoreOptions {
  path: string;
}

export type IndexStore = ReturnType<typeof open>;

/** Runs in a worker thread: one writer and several readers of one SQLite file. */
export function open({ path }: IndexStoreOptions, role: 'writer' | 'reader') {
  const db = openDatabase({ path, migrations: indexMigrations, readOnly: role === 'reader', cacheMb: role === 'writer' ? 48 : 16 });
  // Merging rewrites the same pages again and again; the longer the log, the fewer of them go to the file.
  if (role === 'writer') db.exec('PRAGMA wal_autocheckpoint = 16000');
  return { ...indexWriter(db), ...indexReader(db), close: () => db.close() };
}
