import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { measure } from './copy-file.ts';
import { dataOf } from './layout.ts';
import { type FileEntry, type Manifest, readManifest } from './manifest.ts';
import { listedPictures } from './picture-list.ts';

/** Faults that are named; there may be as many as files. */
const MOST_FAULTS = 20;

/** What is wrong with a file; null: nothing. */
export async function faultOf(path: string, expected: Omit<FileEntry, 'file'>): Promise<string | null> {
  if (!existsSync(path)) return `${path} is missing`;
  const { bytes, sha256 } = await measure(path);
  if (sha256 === expected.sha256) return null;
  const sizes = bytes === expected.bytes ? '' : ` and has ${bytes} bytes instead of ${expected.bytes}`;
  return `${path} is damaged: its SHA-256 is ${sha256}, and was ${expected.sha256}${sizes}`;
}

async function faultOfPicture(path: string, sha256: string): Promise<string | null> {
  if (!existsSync(path)) return `${path} is missing`;
  const found = await measure(path);
  return found.sha256 === sha256 ? null : `${path} is damaged: its SHA-256 is ${found.sha256}, and was ${sha256}`;
}

async function faultsOf(folder: string, { databases, files, pictures }: Manifest): Promise<string[]> {
  const faults: string[] = [];
  const note = (fault: string | null): void => void (fault !== null && faults.push(fault));
  for (const entry of [...databases, ...files]) note(await faultOf(join(dataOf(folder), entry.file), entry));
  const list = await faultOf(join(folder, pictures.file), pictures);
  note(list);
  if (list !== null) return faults;
  for await (const { file, sha256 } of listedPictures(folder)) {
    note(await faultOfPicture(join(dataOf(folder), file), sha256));
    if (faults.length >= MOST_FAULTS) break;
  }
  return faults;
}

/** Reads all of a backup. @throws Error that names each file that is not as it was written */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = readManifest(folder);
  const faults = await faultsOf(folder, manifest);
  if (faults.length > 0)
    throw new Error(`the backup in ${folder} is not whole:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  return manifest;
}
