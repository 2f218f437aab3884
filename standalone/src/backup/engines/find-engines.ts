import { join } from 'node:path';
import { faultOf } from '../check-backup.ts';
import type { Say } from '../copy-moment.ts';
import { throughOf } from '../kept/bring-back.ts';
import type { Through } from '../kept/cipher.ts';
import { chosen, type Listed, listed, listFrom } from '../kept/repository.ts';
import { linesIn, readThrough, textThrough } from '../kept/streams.ts';
import { EngineList, PictureLine } from './engine-list.ts';

/** Files that are named; there may be as many as pictures. */
const MOST_FAULTS = 20;

/** One backup of the distributed way, all of which was read and found as it was written. */
export interface FoundEngines {
  folder: string;
  list: EngineList;
  through: Through;
}

/** The files of the pictures that a backup names. @throws Error with the line that is none */
export async function* pictureLines({ folder, list, through }: FoundEngines): AsyncIterable<PictureLine> {
  const path = join(folder, list.pictures.file);
  for await (const text of linesIn(path, readThrough(path, through))) yield PictureLine.parse(JSON.parse(text));
}

async function faultsOf(found: FoundEngines): Promise<string[]> {
  const { folder, list } = found;
  const faults: string[] = [];
  const note = (fault: string | null): void => void (fault !== null && faults.push(fault));
  for (const { bson, metadata } of list.collections)
    for (const entry of [bson, metadata]) note(await faultOf(join(folder, entry.file), entry));
  const pictures = await faultOf(join(folder, list.pictures.file), list.pictures);
  note(pictures);
  if (pictures !== null) return faults;
  for await (const line of pictureLines(found)) {
    note(await faultOf(join(folder, line.file), line));
    if (faults.length >= MOST_FAULTS) break;
  }
  return faults;
}

/**
 * Reads all of a backup.
 * @throws SettingsError where a key is needed; Error that names each file that is not as it was written
 */
export async function findEngines(
  folder: string,
  { file, id, moment }: Listed,
  identities: readonly string[] | null,
): Promise<FoundEngines> {
  const through = throughOf(folder, identities);
  const list = listFrom(file, await textThrough(file, through), EngineList);
  if (list.id !== id || list.moment !== moment.toISOString())
    throw new Error(`${file} bears the name of another backup than it holds (${list.moment})`);
  const found = { folder, list, through };
  const faults = await faultsOf(found);
  if (faults.length > 0)
    throw new Error(`the backup in ${folder} is not whole:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  return found;
}

/** Reads all backups of a folder. @returns the newest @throws as `findEngines` does */
export async function checkEngines(
  folder: string,
  identities: readonly string[] | null,
  say: Say,
): Promise<EngineList> {
  const newest = chosen(folder, null);
  for (const one of listed(folder)) {
    const { list } = await findEngines(folder, one, identities);
    say(`${one.moment.toISOString()}: whole`);
    if (one.id === newest.id) return list;
  }
  throw new Error(`the backups in ${folder} changed while they were read`);
}
