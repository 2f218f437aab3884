import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openFileBlobStore } from '@numscope/adapters/embedded';
import { createLogger } from '@numscope/platform';
import { startStandalone } from '../src/compose.ts';
import { settingsFrom } from '../src/settings.ts';

/** Starts the product on a data folder and ends it in order. */
export async function runOn(dataDir: string): Promise<void> {
  const settings = settingsFrom({
    PORT: '0',
    DATA_DIR: dataDir,
    SOURCES_FILE: `${dataDir}/none.yaml`,
    ADMIN_PASSWORD: 'Sunrise!2026',
  });
  const log = createLogger('standalone', 'silent');
  const standalone = await startStandalone(settings, { log, env: {}, showOnce: () => undefined });
  await standalone.shutdown.run();
}

/** Changes the records of a data folder behind the product's back. */
export function change(file: string, sql: string, ...values: string[]): void {
  const db = new DatabaseSync(file, { timeout: 5000 });
  db.prepare(sql).run(...values);
  db.close();
}

/** Adds a picture to a data folder, its small version with it. */
export async function addPicture(dataDir: string, id: string): Promise<void> {
  const blobs = await openFileBlobStore({ dir: join(dataDir, 'blobs') });
  for (const kind of ['thumbs', 'images']) await blobs.put(`${kind}/${id}`, Buffer.from(`${kind} ${id}`), 'image/png');
  const columns = 'id, state, type, width, height, bytes, sent_at, times_sent';
  const values = `?, 'STORED', 'image/png', 1, 1, 10, 1, 1`;
  change(join(dataDir, 'images.sqlite'), `INSERT INTO image (${columns}) VALUES (${values})`, id);
}

/** The name of the one user that the records of a data folder have. */
export function userNameIn(dataDir: string): unknown {
  const db = new DatabaseSync(join(dataDir, 'users.sqlite'));
  const row = db.prepare('SELECT user_name FROM user').get();
  db.close();
  return row?.['user_name'];
}

/** The files below a folder, in order. */
export const filesBelow = (path: string): string[] =>
  readdirSync(path, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(path, name)).isFile())
    .sort();
