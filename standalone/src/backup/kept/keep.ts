import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SettingsError } from '@numscope/platform';
import { backUp, requireInstallation } from '../backup.ts';
import { lockFolder } from '../../data-dir.ts';
import { mb, type Say } from '../copy-moment.ts';
import { sync, writeDurably } from '../durable.ts';
import { dataOf, isFree, overlap } from '../layout.ts';
import { isBackup, type Manifest, readManifest } from '../manifest.ts';
import { listedPictures } from '../picture-list.ts';
import { withRoom } from '../room.ts';
import { chunkBytesOf, chunksOf, nameOfChunk } from './chunks.ts';
import { encryptingFor, unchanged } from './cipher.ts';
import {
  indexFile,
  isRepository,
  type Kept,
  type KeptFile,
  listed,
  listFile,
  packFile,
  type PackIndex,
  packIndexText,
  readHead,
  readIndex,
  removeUnfinished,
  sha256,
  textOf,
  writeHead,
  writeWhole,
} from './repository.ts';
import { writeThrough } from './streams.ts';

export interface KeepOptions {
  /** Takes only what no former backup of the folder has. */
  incremental: boolean;
  /** For whom it is encrypted; null: it is not. */
  recipients: string[] | null;
}

const HASH_KEY = 'backup-names.key';

const refuse = (what: string): never => {
  throw new SettingsError([what]);
};

/** The moment is caught here, on the disk of the installation, in clear text as the installation is. */
const stagingOf = (dataDir: string): string => join(dataDir, 'run', 'backup');

/** Sees to it that the folder is one of several backups, and for the same readers. */
function takeRepository(folder: string, { incremental, recipients }: KeepOptions): void {
  if (isBackup(folder)) refuse(`--to: ${folder} holds a single whole backup already; name another folder`);
  if (!isRepository(folder)) {
    if (!isFree(folder)) refuse(`--to: ${folder} is not empty; name a new folder`);
    return writeHead(folder, { recipients });
  }
  const former = readHead(folder).recipients;
  if (listed(folder).length > 0 && !incremental)
    refuse(`--to: ${folder} holds backups already; add --incremental, or name another folder`);
  if (JSON.stringify(former) === JSON.stringify(recipients)) return;
  if (former === null)
    refuse(`--encrypt: the backups in ${folder} are not encrypted; name another folder for those that are`);
  if (recipients === null) refuse(`--encrypt: the backups in ${folder} are encrypted; say for whom by --encrypt`);
  refuse(`--encrypt: the backups in ${folder} are encrypted for others; name another folder`);
}

/** By which pieces are named in backups that are encrypted. It is in them too, so that it comes back by a restore. */
function hashKeyOf(dataDir: string): string {
  const file = join(dataDir, HASH_KEY);
  if (!existsSync(file)) {
    writeDurably(`${file}.new`, `${randomBytes(32).toString('hex')}\n`);
    renameSync(`${file}.new`, file);
  }
  const key = readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(key))
    refuse(`DATA_DIR: ${file} is damaged; delete it: the next backup takes everything anew`);
  return key;
}

/** Where each piece lies that is there already. */
function knownChunks(folder: string, keyId: string | null): Map<string, string> {
  const known = new Map<string, string>();
  for (const { id } of listed(folder)) {
    const index = readIndex(folder, id);
    if (index.keyId === keyId) for (const [name] of index.chunks) known.set(name, id);
  }
  return known;
}

/** What the backup of the moment is made of. */
async function* filesOf(staging: string, { databases, files }: Manifest): AsyncIterable<Omit<KeptFile, 'chunks'>> {
  for (const { file, bytes, sha256: sum } of [...databases, ...files]) yield { file, bytes, sha256: sum };
  for await (const { file, sha256: sum } of listedPictures(staging)) yield { file, bytes: 0, sha256: sum };
}

/** Brings the files of a moment into the folder: what is there already is only named. */
async function pack(staging: string, folder: string, manifest: Manifest, options: KeepOptions, key: string | null) {
  const { id } = manifest;
  const keyId = key === null ? null : createHash('sha256').update(key).digest('hex').slice(0, 16);
  const known = knownChunks(folder, keyId);
  const chunks: PackIndex['chunks'] = [];
  const files: KeptFile[] = [];
  async function* fresh(): AsyncIterable<Uint8Array> {
    for await (const entry of filesOf(staging, manifest)) {
      const kept: KeptFile = { ...entry, bytes: 0, chunks: [] };
      for await (const chunk of chunksOf(join(dataOf(staging), entry.file), chunkBytesOf(entry.file))) {
        const name = nameOfChunk(chunk, key);
        kept.bytes += chunk.length;
        kept.chunks.push(name);
        if (known.has(name)) continue;
        known.set(name, id);
        chunks.push([name, chunk.length]);
        yield chunk;
      }
      files.push(kept);
    }
  }
  const through = options.recipients === null ? unchanged : encryptingFor(options.recipients);
  const written = await writeThrough(packFile(folder, id), fresh(), through);
  writeWhole(indexFile(folder, id), packIndexText({ id, keyId, ...written, chunks }));
  const needed = new Set(files.flatMap((file) => file.chunks.map((name) => known.get(name) ?? id)));
  const packs = Object.fromEntries(
    [...needed, id].map((each) => [each, sha256(readFileSync(indexFile(folder, each)))]),
  );
  const kept: Omit<Kept, 'format'> = { manifest, files, hashKey: key, packs };
  const list = listFile(folder, manifest);
  await writeThrough(`${list}.part`, textBytes(textOf(kept)), through);
  sync(join(folder, 'packs'));
  // From here on it is a backup.
  renameSync(`${list}.part`, list);
  sync(join(folder, 'backups'));
  return written.bytes;
}

async function* textBytes(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}

/** @throws SettingsError when there is no installation, or another backup of it is being made in this way */
async function addTo(dataDir: string, folder: string, options: KeepOptions, say: Say) {
  requireInstallation(dataDir);
  takeRepository(folder, options);
  for (const name of ['packs', 'backups']) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  removeUnfinished(folder);
  const staging = stagingOf(dataDir);
  const lock = lockFolder('DATA_DIR', dirname(staging));
  try {
    const key = options.recipients === null ? null : hashKeyOf(dataDir);
    rmSync(staging, { recursive: true, force: true });
    await backUp(dataDir, staging, say, { passing: true });
    const manifest = readManifest(staging);
    const written = await withRoom(folder, 0, () => pack(staging, folder, manifest, options, key));
    say(`${mb(written)} written; the folder holds ${listed(folder).length}.`);
    return { manifest, written };
  } finally {
    rmSync(staging, { recursive: true, force: true });
    lock.release();
  }
}

/**
 * Adds a backup of the installation in `dataDir` to those in `folder`: taken of one moment as `backUp` does, cut into
 * pieces, of which only those are written that no former one has. Ended before its end it leaves nothing that counts,
 * and the next one clears away what it left.
 * @throws SettingsError when it cannot be begun; Error when it could not be ended: then it is no backup
 */
export async function keep(
  dataDir: string,
  folder: string,
  options: KeepOptions,
  say: Say,
): Promise<{ manifest: Manifest; written: number }> {
  if (overlap(folder, dataDir))
    refuse(`--to: ${folder} and DATA_DIR (${dataDir}) lie in each other; name a folder elsewhere`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockFolder('--to', folder);
  try {
    return await addTo(dataDir, folder, options, say);
  } finally {
    lock.release();
    for (const name of readdirSync(folder))
      if (name.startsWith('lock.sqlite')) rmSync(join(folder, name), { force: true });
  }
}
