import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { reasonOf, SettingsError } from '@numscope/platform';
import * as z from 'zod';
import { sync, writeDurably } from '../durable.ts';
import { Inside, Manifest, Sha256 } from '../manifest.ts';
import type { Through } from './cipher.ts';
import { writeThrough } from './streams.ts';

/** The format of a folder of several backups, and of the files in it. */
export const FORMAT = 1;
const HEAD = 'backups.json';

export const Id = z.string().regex(/^[0-9A-Za-z-]{1,64}$/);
export const ChunkName = z.string().regex(/^[\w-]{43}$/);

/** What a folder of several backups says of itself. */
const Head = z.object({
  format: z.literal(FORMAT, `is another one than this version knows (${FORMAT})`),
  /** For whom all of it is encrypted; null: it is not. */
  recipients: z.array(z.string()).min(1).nullable(),
  /** What was backed up: the data folder of one process, or the engines of the distributed way. */
  of: z.enum(['folder', 'engines']).default('folder'),
});
export type Head = z.infer<typeof Head>;

export const KeptFile = z.object({
  /** Below the installation's folder. */
  file: Inside,
  bytes: z.int().min(0),
  sha256: Sha256,
  chunks: z.array(ChunkName),
});
export type KeptFile = z.infer<typeof KeptFile>;

/** One backup: what it is, and the packs that its files need. Encrypted where the rest is. */
export const KeptHead = z.object({
  format: z.int(),
  manifest: Manifest,
  /** The key that names pieces; null: they are named by their SHA-256. */
  hashKey: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  /** The packs that it needs, with the SHA-256 of each one's index. */
  packs: z.record(Id, Sha256),
});
export type KeptHead = z.infer<typeof KeptHead>;

/** The same with all of its files, as versions before wrote it in one text. */
const Kept = KeptHead.extend({ format: z.literal(FORMAT), files: z.array(KeptFile) });
export type Kept = z.infer<typeof Kept>;

/** The largest JSON file: older versions wrote indexes as one. */
const MOST_BYTES = 500_000_000;

export const packFile = (folder: string, id: string): string => join(folder, 'packs', `${id}.pack`);
export const indexFile = (folder: string, id: string): string => join(folder, 'packs', `${id}.json`);
/** Where backups of engines keep their records, in a folder each. */
export const recordsOf = (folder: string): string => join(folder, 'records');
const listsOf = (folder: string): string => join(folder, 'backups');

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

export const isRepository = (folder: string): boolean => existsSync(join(folder, HEAD));

/** A small file of JSON. @throws Error that names it, and says what is wrong with it */
export function parsed<T>(file: string, schema: z.ZodType<T>): T {
  try {
    if (statSync(file).size > MOST_BYTES) throw new Error('it is too large');
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const why =
      error instanceof z.ZodError
        ? error.issues
            .slice(0, 3)
            .map(({ path, message }) => `${path.join('.')} ${message}`)
            .join('; ')
        : reasonOf(error);
    throw new Error(`${file} is damaged: ${why}`, { cause: error });
  }
}

/** @throws Error that says what is wrong with it */
export const readHead = (folder: string): Head => parsed(join(folder, HEAD), Head);

const inWords = { folder: 'one process (DATA_DIR)', engines: 'the distributed way (STORE_URL)' } as const;

/** @throws SettingsError when the backups in a folder are of the other way to run the product */
export function requireWay(option: string, folder: string, of: Head['of']): void {
  const found = readHead(folder).of;
  if (found !== of)
    throw new SettingsError([`${option}: ${folder} holds backups of ${inWords[found]}, and this is ${inWords[of]}`]);
}

/** A file whole, or not at all. */
function writeWhole(path: string, text: string): void {
  const draft = `${path}.part`;
  writeDurably(draft, text);
  renameSync(draft, path);
}

export function writeHead(folder: string, head: Omit<Head, 'format'>): void {
  writeWhole(join(folder, HEAD), `${JSON.stringify({ format: FORMAT, ...head }, null, 2)}\n`);
  sync(folder);
}

/** One backup among the others, by the name of its file. */
export interface Listed {
  id: string;
  moment: Date;
  file: string;
}

const form = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z_([0-9A-Za-z-]{1,64})\.json$/;

export const listFile = (folder: string, { moment, id }: { moment: string; id: string }): string =>
  join(listsOf(folder), `${moment.replaceAll(/[-:.]/g, '')}_${id}.json`);

/** The backups in a folder, oldest first. */
export function listed(folder: string): Listed[] {
  if (!existsSync(listsOf(folder))) return [];
  return readdirSync(listsOf(folder))
    .sort()
    .flatMap((name) => {
      const [, year, month, day, hour, minute, second, ms, id] = form.exec(name) ?? [];
      if (id === undefined) return [];
      const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
      return [{ id, moment, file: join(listsOf(folder), name) }];
    });
}

/**
 * The newest backup that is not of after a moment; the newest of all unless one is said.
 * @throws SettingsError when there is none
 */
export function chosen(folder: string, at: Date | null): Listed {
  const all = listed(folder);
  const found = all.findLast(({ moment }) => at === null || moment <= at);
  if (found) return found;
  const [oldest] = all;
  throw new SettingsError([
    oldest
      ? `--at: no backup in ${folder} is as old as that; the oldest is of ${oldest.moment.toISOString()}`
      : `${folder} holds no whole backup`,
  ]);
}

/** What a list says, once it is decrypted. Its first line is the SHA-256 of the rest. @throws Error when it is not so */
export function listFrom<T>(file: string, text: string, schema: z.ZodType<T>): T {
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  if (sha256(body) !== text.slice(0, end))
    throw new Error(`${file} is damaged: its SHA-256 is not the one that it names`);
  return schema.parse(JSON.parse(body));
}

export const keptFrom = (file: string, text: string): Kept => listFrom(file, text, Kept);

const textOf = (list: object): string => {
  const body = JSON.stringify({ format: FORMAT, ...list });
  return `${sha256(body)}\n${body}`;
};

/** Writes a list whole, or not at all. */
export async function writeDraft(file: string, bytes: AsyncIterable<Uint8Array>, through: Through): Promise<void> {
  await writeThrough(`${file}.part`, bytes, through);
  renameSync(`${file}.part`, file);
  sync(dirname(file));
}

/** Writes the list of a backup, which is one from then on. */
export async function writeList(file: string, list: object, through: Through): Promise<void> {
  async function* bytes(): AsyncIterable<Uint8Array> {
    yield Buffer.from(textOf(list));
  }
  await writeDraft(file, bytes(), through);
}

/** Removes what backups left behind that did not end: packs and records that no list names, and drafts. */
export function removeUnfinished(folder: string): void {
  const whole = new Set(listed(folder).map(({ id }) => id));
  for (const [dir, isWhole] of [
    [join(folder, 'packs'), (name: string) => whole.has(name.replace(/\.(?:pack|json)$/, ''))],
    [recordsOf(folder), (name: string) => whole.has(name)],
    [listsOf(folder), (name: string) => form.test(name)],
  ] as const) {
    if (!existsSync(dir)) continue;
    for (const name of readdirSync(dir)) if (!isWhole(name)) rmSync(join(dir, name), { recursive: true });
  }
}
