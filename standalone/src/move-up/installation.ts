import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabaseSync, openDatabase } from '@numscope/adapters/sqlite';
import { type ServiceName, serviceNames } from '@numscope/contracts';
import { installationOf, settleJobs } from '@numscope/jobs/store/move-up';
import { SettingsError } from '@numscope/platform';
import { refuseHalfRestored } from '../backup/half-restored.ts';
import { lockDataDir } from '../data-dir.ts';
import { movingServices } from './moving-services.ts';

/** An embedded installation at rest, for as long as it moves. */
export interface Installation {
  dir: string;
  /** Never changes. */
  id: string;
  /** Another one after whatever happened in it. */
  state: string;
  databases: Readonly<Record<ServiceName, DatabaseSync>>;
  busFile: string;
  close(): void;
}

const refuse = (what: string): never => {
  throw new SettingsError([`--from: ${what}`]);
};

/** Every commit that tells something takes a number in one of these, and the trail and the bus grow. */
function stateOf(databases: readonly DatabaseSync[]): string {
  const hash = createHash('sha256');
  for (const db of databases) {
    const tables = new Set(
      db
        .prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`)
        .all()
        .map((row) => String(row['name'])),
    );
    for (const [table, columns] of [
      ['sqlite_sequence', 'name, seq'],
      ['streams', 'stream, end'],
      ['head', 'entries, hash'],
    ] as const)
      if (tables.has(table))
        hash.update(JSON.stringify(db.prepare(`SELECT ${columns} FROM ${table} ORDER BY 1`).all()));
  }
  return hash.digest('hex');
}

/**
 * Takes the folder, brings its files to the schema of today, and has the jobs service end what it was at with phones.
 * @throws SettingsError when there is no installation in the folder, or it is running
 */
export async function openInstallation(dir: string): Promise<Installation> {
  const missing = movingServices.map(([, { file }]) => file).filter((file) => !existsSync(join(dir, file)));
  if (!existsSync(dir)) refuse(`there is no folder ${dir}`);
  if (missing.length === movingServices.length)
    refuse(`${dir} holds no installation: it is the folder that DATA_DIR named`);
  if (missing.length > 0) refuse(`${dir} holds only a part of an installation: ${missing.join(', ')} is not there`);
  refuseHalfRestored(dir);
  const lock = lockDataDir(dir);
  const opened: DatabaseSync[] = [];
  const close = (): void => {
    for (const db of opened) db.close();
    lock.release();
  };
  try {
    await settleJobs(dir);
    const entries = movingServices.map(([name, { file, migrations }]) => {
      const db = openDatabase({ path: join(dir, file), migrations });
      opened.push(db);
      return [name, db] as const;
    });
    const databases = Object.fromEntries(entries) as Record<ServiceName, DatabaseSync>;
    const busFile = join(dir, 'bus.sqlite');
    const bus = existsSync(busFile) ? [openDatabase({ path: busFile, migrations: [], readOnly: true })] : [];
    opened.push(...bus);
    const id = installationOf(databases.jobs) ?? refuse(`the installation in ${dir} was never started`);
    return {
      dir,
      id,
      state: stateOf([...serviceNames.map((name) => databases[name]), ...bus]),
      databases,
      busFile,
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}
