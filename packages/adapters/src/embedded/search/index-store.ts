import { openDatabase } from '../../sqlite/index.ts';
import { facetReader } from './facet-reader.ts';
import { indexReader } from './index-reader.ts';
import { indexMigrations as migrations } from './index-schema.ts';
import { indexWriter } from './index-writer.ts';

interface IndexStoreOptions {
  path: string;
}

/** Runs in a worker thread: the one writer of the file. */
export function open({ path }: IndexStoreOptions) {
  const db = openDatabase({ path, migrations, cacheMb: 12 });
  // Merging rewrites the same pages again and again; the longer the log, the fewer of them go to the file.
  db.exec('PRAGMA wal_autocheckpoint = 16000');
  return { ...indexWriter(db), ...indexReader(db), ...facetReader(db), close: () => db.close() };
}

/** Runs in a worker thread: one of several readers. */
export function openReader({ path }: IndexStoreOptions) {
  const db = openDatabase({ path, migrations, readOnly: true, cacheMb: 16 });
  return { ...indexReader(db), ...facetReader(db), close: () => db.close() };
}
