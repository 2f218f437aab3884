import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SettingsError } from '@numscope/platform';
import { faultOf } from '../check-backup.ts';
import { measure } from '../copy-file.ts';
import { removeDatabase } from '../layout.ts';
import { decryptingBy, type Through, unchanged } from './cipher.ts';
import { openFileList } from './file-list.ts';
import { readIndex } from './pack-index.ts';
import { piecesIn } from './pack-pieces.ts';
import { indexFile, type KeptFile, type KeptHead, type Listed, packFile, readHead } from './repository.ts';

/** One of several backups, looked at and found whole as far as that can be without its content. */
export interface Found {
  kept: KeptHead;
  /** How many bytes its files have. */
  bytes: number;
  /** Its files, read from its list each time anew. */
  files(): AsyncIterable<KeptFile>;
  through: Through;
}

/** What undoes the cipher of a folder's backups. @throws SettingsError where a key is needed */
export function throughOf(folder: string, identities: readonly string[] | null): Through {
  const { recipients } = readHead(folder);
  if (recipients === null) return unchanged;
  if (identities === null)
    throw new SettingsError([`--key: the backups in ${folder} are encrypted; name the file with the private key`]);
  return decryptingBy(identities);
}

/** The packs that a backup needs, each as it was written. @throws Error that names each file that is not */
async function requirePacks(folder: string, packs: KeptHead['packs']): Promise<void> {
  const faults: string[] = [];
  for (const [id, sha256] of Object.entries(packs)) {
    const index = await faultOf(indexFile(folder, id), { bytes: 0, sha256 });
    const fault = index ?? (await faultOf(packFile(folder, id), await readIndex(folder, id)));
    if (fault !== null) faults.push(fault);
  }
  if (faults.length > 0)
    throw new Error(`the backup in ${folder} is not whole:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
}

/**
 * Reads what a backup is made of, and not yet the packs that it needs.
 * @throws SettingsError where the right key is needed; Error for a damaged list
 */
export async function openKept(
  folder: string,
  { file, id, moment }: Listed,
  identities: readonly string[] | null,
): Promise<Found> {
  const through = throughOf(folder, identities);
  const { head: kept, files } = await openFileList(file, through);
  let bytes = 0;
  for await (const each of files) bytes += each.bytes;
  if (kept.manifest.id !== id || kept.manifest.moment !== moment.toISOString())
    throw new Error(`${file} bears the name of another backup than it holds (${kept.manifest.moment})`);
  async function* read(): AsyncIterable<KeptFile> {
    yield* (await openFileList(file, through)).files;
  }
  return { kept, bytes, files: read, through };
}

/**
 * Reads what a backup is made of, and all packs that it needs once through.
 * @throws SettingsError where the right key is needed; Error that names each file that is damaged or missing
 */
export async function find(folder: string, one: Listed, identities: readonly string[] | null): Promise<Found> {
  const found = await openKept(folder, one, identities);
  await requirePacks(folder, found.kept.packs);
  return found;
}

/** Each piece of the packs that a backup needs, in the order in which they lie there. */
async function* piecesOf(
  folder: string,
  { kept, through }: Found,
  isWanted: (name: string) => boolean,
): AsyncIterable<{ name: string; bytes: Uint8Array }> {
  for (const id of Object.keys(kept.packs)) {
    const index = await readIndex(folder, id);
    if (!index.chunks.some(([name]) => isWanted(name))) continue;
    yield* piecesIn(packFile(folder, id), index.chunks, { through, hashKey: kept.hashKey, isWanted });
  }
}

/** The size of each piece, by its name. */
type Sizes = ReadonlyMap<string, number>;

async function sizesOf(folder: string, { kept }: Found): Promise<Sizes> {
  const sizes = new Map<string, number>();
  for (const id of Object.keys(kept.packs))
    for (const [name, size] of (await readIndex(folder, id)).chunks) sizes.set(name, size);
  return sizes;
}

interface Place {
  path: string;
  at: number;
}

/** Adds where each piece of a file belongs of which nothing is there yet. */
function addPlaces(places: Map<string, Place[]>, chunks: readonly string[], path: string, sizes: Sizes): void {
  let at = 0;
  for (const name of chunks) {
    const all = places.get(name);
    if (all) all.push({ path, at });
    else places.set(name, [{ path, at }]);
    at += sizes.get(name) ?? 0;
  }
}

const partOf = (path: string): string => `${path}.part`;

async function write({ path, at }: Place, bytes: Uint8Array): Promise<void> {
  const file = await open(partOf(path), 'r+');
  try {
    await file.write(bytes, 0, bytes.length, at);
  } finally {
    await file.close();
  }
}

async function begin(path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  await (await open(partOf(path), 'w', 0o600)).close();
}

/** Compares a file that has come with what it was, makes it last, and gives it its name. */
async function end({ sha256, bytes, file }: KeptFile, path: string): Promise<void> {
  const part = partOf(path);
  const found = await measure(part);
  if (found.sha256 !== sha256 || found.bytes !== bytes)
    throw new Error(`${file} did not come back as it was: its SHA-256 is ${found.sha256}, and was ${sha256}`);
  const handle = await open(part, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  renameSync(part, path);
}

/** Brings the files of a backup into an installation's folder. What is there already as it should be stays. */
export async function bringBack(folder: string, dataDir: string, found: Found): Promise<void> {
  const sizes = await sizesOf(folder, found);
  const places = new Map<string, Place[]>();
  for await (const entry of found.files()) {
    const path = join(dataDir, entry.file);
    if (existsSync(path) && statSync(path).size === entry.bytes && (await faultOf(path, entry)) === null) {
      rmSync(partOf(path), { force: true });
      continue;
    }
    if (path.endsWith('.sqlite')) removeDatabase(path);
    await begin(path);
    addPlaces(places, entry.chunks, path, sizes);
  }
  for await (const { name, bytes } of piecesOf(folder, found, (each) => places.has(each)))
    for (const place of places.get(name) ?? []) await write(place, bytes);
  for await (const entry of found.files()) {
    const path = join(dataDir, entry.file);
    if (existsSync(partOf(path))) await end(entry, path);
  }
}
