import { type DatabaseSync, openDatabase } from '../../sqlite/index.ts';
import { facetReader } from './facet-reader.ts';
import { indexReader } from './index-reader.ts';
import { indexMigrations as migrations } from './index-schema.ts';
import { indexWriter } from './index-writer.ts';
import { setsLink } from './sets-link.ts';
import { TermSets } from './term-sets.ts';

interface IndexStoreOptions {
  path: string;
}

/** Runs in a worker thread: the one writer of the file. */
export function open({ path }: IndexStoreOptions) {
  const db = openDatabase({ path, migrations, cacheMb: 12 });
  // Merging rewrites the same pages again and again; the longer the log, the fewer of them go to the file.
  db.exec('PRAGMA wal_autocheckpoint = 16000');
  return { ...indexWriter(db), ...reading(db, path) };
}

/** Runs in a worker thread: one of several readers. */
export function openReader({ path }: IndexStoreOptions) {
  const db = openDatabase({ path, migrations, readOnly: true, cacheMb: 16 });
  return reading(db, path);
}

function reading(db: DatabaseSync, path: string) {
  const link = setsLink(path);
  const close = (): void => {
    link.close();
    db.close();
  };
  return { ...indexReader(db, new TermSets(db, link)), ...facetReader(db), close };
}
