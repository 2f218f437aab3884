import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { busMigrations, indexMigrations, keepUndelivered } from '@numscope/adapters/embedded';
import { SettingsError } from '@numscope/platform';
import { lockDataDir } from '../data-dir.ts';
import { blobsFolder, busFile, indexFile } from '../data-folder/files.ts';
import { movingServices } from '../move-up/moving-services.ts';
import { checkBackup, faultOf } from './check-backup.ts';
import { copyFile } from './copy-file.ts';
import type { Say } from './copy-moment.ts';
import { sync, syncNames, writeDurably } from './durable.ts';
import { forEach } from './for-each.ts';
import { markerOf, unfinishedRestore } from './half-restored.ts';
import { dataOf, isFree, overlap, removeDatabase } from './layout.ts';
import type { FileEntry, Manifest } from './manifest.ts';
import { listedPictures } from './picture-list.ts';
import { bringBack, find } from './kept/bring-back.ts';
import { chosen, isRepository, requireWay } from './kept/repository.ts';
import { withRoom } from './room.ts';

/** How many migrations of each file this version knows. */
const known: ReadonlyMap<string, number> = new Map([
  ...movingServices.map(([, { file, migrations }]): [string, number] => [file, migrations.length]),
  [busFile, busMigrations.length],
  [indexFile, indexMigrations.length],
]);

/** @throws Error when a newer version of the product wrote some of it */
function refuseNewer({ databases, version }: Manifest): void {
  const newer = databases.filter(({ file, schema }) => schema > (known.get(file) ?? Number.POSITIVE_INFINITY));
  if (newer.length === 0) return;
  const files = newer
    .map(({ file, schema }) => `${file} (schema ${schema}, known up to ${known.get(file)})`)
    .join(', ');
  throw new Error(`the backup was made by the newer version ${version}: ${files}. Restore it with that version`);
}

/** @returns whether a restore of this backup goes on @throws SettingsError when the folder is another's */
function goesOn(dataDir: string, folder: string, { id }: Manifest): boolean {
  const refuse = (what: string): never => {
    throw new SettingsError([`DATA_DIR: ${what}`]);
  };
  if (overlap(dataDir, folder)) refuse(`${dataDir} and the backup lie in each other`);
  const unfinished = unfinishedRestore(dataDir);
  if (unfinished && unfinished.id !== '' && unfinished.id !== id)
    refuse(`${dataDir} holds a part of another backup, ${unfinished.from}; go on with that one, or empty the folder`);
  if (!unfinished && !isFree(dataDir)) refuse(`${dataDir} is not empty; a backup is restored into an empty folder`);
  return unfinished !== null;
}

/** Copies a file unless it is there already as it should be. */
async function place(entry: Omit<FileEntry, 'file'>, from: string, to: string): Promise<void> {
  if ((await faultOf(to, entry)) === null) return;
  const { sha256 } = await copyFile(from, to);
  if (sha256 !== entry.sha256) throw new Error(`${from} changed while it was read`);
}

async function placeAll(folder: string, dataDir: string, { databases, files }: Manifest): Promise<void> {
  const [from, to] = [(file: string) => join(dataOf(folder), file), (file: string) => join(dataDir, file)];
  await forEach(listedPictures(folder), ({ file, sha256 }) => place({ bytes: 0, sha256 }, from(file), to(file)));
  for (const entry of files) await place(entry, from(entry.file), to(entry.file));
  for (const entry of databases) {
    // What lies beside it belongs to another than the one that comes.
    if ((await faultOf(to(entry.file), entry)) !== null) removeDatabase(to(entry.file));
    await place(entry, from(entry.file), to(entry.file));
  }
}

/** What is to be restored: which moment's, and how it is read. */
export interface RestoreOptions {
  /** The newest backup that is not of after it; null: the newest of all. */
  at: Date | null;
  /** Private keys, where it is encrypted. */
  identities: readonly string[] | null;
}

/** A backup that was read and found whole, and how its files come into an installation's folder. */
interface Source {
  manifest: Manifest;
  bytes: number;
  place(dataDir: string): Promise<void>;
}

async function single(folder: string, at: Date | null): Promise<Source> {
  const manifest = await checkBackup(folder);
  if (at !== null && new Date(manifest.moment) > at)
    throw new SettingsError([`--at: the backup in ${folder} is of ${manifest.moment}, which is later`]);
  const bytes =
    manifest.pictures.countBytes +
    [...manifest.databases, ...manifest.files].reduce((sum, each) => sum + each.bytes, 0);
  return { manifest, bytes, place: (dataDir) => placeAll(folder, dataDir, manifest) };
}

async function oneOfSeveral(folder: string, { at, identities }: RestoreOptions, say: Say): Promise<Source> {
  requireWay('--from', folder, 'folder');
  const listed = chosen(folder, at);
  say(`The backup of ${listed.moment.toISOString()} is restored.`);
  const found = await find(folder, listed, identities);
  return { manifest: found.kept.manifest, bytes: found.bytes, place: (dataDir) => bringBack(folder, dataDir, found) };
}

/**
 * Brings a backup in `folder` into the empty folder `dataDir`. All of it is read and compared first, so nothing is
 * written of one that is damaged. Ended before its end, the same goes on, and the product does not start on the folder
 * before that.
 * @throws SettingsError or Error in words
 */
export async function restore(
  folder: string,
  dataDir: string,
  say: Say,
  options: RestoreOptions = { at: null, identities: null },
): Promise<Manifest> {
  const source = isRepository(folder) ? await oneOfSeveral(folder, options, say) : await single(folder, options.at);
  const { manifest } = source;
  refuseNewer(manifest);
  const begun = goesOn(dataDir, folder, manifest);
  const lock = lockDataDir(dataDir);
  try {
    if (begun) say('The restore that was begun in this folder goes on.');
    // Once more, now that nobody else can begin.
    goesOn(dataDir, folder, manifest);
    writeDurably(markerOf(dataDir), JSON.stringify({ from: folder, id: manifest.id }));
    sync(dataDir);
    await withRoom(dataDir, begun ? 0 : source.bytes, async () => {
      await source.place(dataDir);
      mkdirSync(join(dataDir, blobsFolder), { recursive: true, mode: 0o700 });
      keepUndelivered(join(dataDir, busFile), Date.now());
      syncNames(dataDir);
    });
    rmSync(markerOf(dataDir));
    sync(dataDir);
    return manifest;
  } finally {
    lock.release();
  }
}
