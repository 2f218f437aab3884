import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { faultOf } from '../check-backup.ts';
import type { Say } from '../copy-moment.ts';
import { throughOf } from '../kept/bring-back.ts';
import { checkEach } from '../kept/check-each.ts';
import type { Through } from '../kept/cipher.ts';
import { chosen, type Listed, listFrom } from '../kept/repository.ts';
import { linesIn, readThrough, textThrough } from '../kept/streams.ts';
import { EngineList, PictureLine } from './engine-list.ts';

/** Files that are named; there may be as many as pictures. */
const MOST_FAULTS = 20;

/** One backup of the distributed way. */
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

/** Files of pictures that were read and found as they were written. The backups of a folder have most of them in common. */
class WholePictures {
  readonly #folder: string;
  readonly #whole = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async faultOf(line: PictureLine): Promise<string | null> {
    const { file, sha256 } = line;
    // Their number is that of the pictures: a few bytes of each, not its long name.
    const mark = createHash('sha256').update(`${file} ${sha256}`).digest().toString('latin1', 0, 16);
    if (this.#whole.has(mark)) return null;
    const fault = await faultOf(join(this.#folder, file), line);
    if (fault === null) this.#whole.add(mark);
    return fault;
  }
}

async function faultsOf(found: FoundEngines, whole: WholePictures): Promise<string[]> {
  const { folder, list } = found;
  const faults: string[] = [];
  const note = (fault: string | null): void => void (fault !== null && faults.push(fault));
  for (const { bson, metadata } of list.collections)
    for (const entry of [bson, metadata]) note(await faultOf(join(folder, entry.file), entry));
  const pictures = await faultOf(join(folder, list.pictures.file), list.pictures);
  note(pictures);
  if (pictures !== null) return faults;
  for await (const line of pictureLines(found)) {
    note(await whole.faultOf(line));
    if (faults.length >= MOST_FAULTS) break;
  }
  return faults;
}

/** Reads what a backup is made of. @throws SettingsError where the right key is needed; Error for a damaged list */
async function openEngines(
  folder: string,
  { file, id, moment }: Listed,
  identities: readonly string[] | null,
): Promise<FoundEngines> {
  const through = throughOf(folder, identities);
  const list = listFrom(file, await textThrough(file, through), EngineList);
  if (list.id !== id || list.moment !== moment.toISOString())
    throw new Error(`${file} bears the name of another backup than it holds (${list.moment})`);
  return { folder, list, through };
}

/**
 * Reads all of a backup.
 * @throws SettingsError where a key is needed; Error that names each file that is not as it was written
 */
export async function findEngines(
  folder: string,
  one: Listed,
  identities: readonly string[] | null,
): Promise<FoundEngines> {
  const found = await openEngines(folder, one, identities);
  const faults = await faultsOf(found, new WholePictures(folder));
  if (faults.length > 0)
    throw new Error(`the backup in ${folder} is not whole:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  return found;
}

/**
 * Reads all backups of a folder, each file of pictures once, and says of each whether it is whole.
 * @returns the newest
 * @throws SettingsError where a key is needed; Error that names what is not as it was written
 */
export async function checkEngines(
  folder: string,
  identities: readonly string[] | null,
  say: Say,
): Promise<EngineList> {
  const newest = chosen(folder, null);
  const whole = new WholePictures(folder);
  const lists: EngineList[] = [];
  await checkEach(
    folder,
    async (one) => {
      const found = await openEngines(folder, one, identities);
      if (one.id === newest.id) lists.push(found.list);
      return faultsOf(found, whole);
    },
    say,
  );
  const [list] = lists;
  if (!list) throw new Error(`the backups in ${folder} changed while they were read`);
  return list;
}
