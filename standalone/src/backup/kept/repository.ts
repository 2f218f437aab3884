import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf, SettingsError } from '@numscope/platform';
import * as z from 'zod';
import { sync, writeDurably } from '../durable.ts';
import { Manifest } from '../manifest.ts';

const FORMAT = 1;
const HEAD = 'backups.json';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Id = z.string().regex(/^[0-9A-Za-z-]{1,64}$/);
const ChunkName = z.string().regex(/^[\w-]{43}$/);

/** What a folder of several backups says of itself. */
const Head = z.object({
  format: z.literal(FORMAT, `is another one than this version knows (${FORMAT})`),
  /** For whom all of it is encrypted; null: it is not. */
  recipients: z.array(z.string()).min(1).nullable(),
});
export type Head = z.infer<typeof Head>;

/** What one pack holds, in order: for a backup to come, which needs no key to see what is there. */
const PackIndex = z.object({
  format: z.literal(FORMAT),
  id: Id,
  /** Of the key by which pieces are named; null: they are named by their SHA-256. */
  keyId: z.string().nullable(),
  bytes: z.int().min(0),
  sha256: Sha256,
  /** Name and length of each piece. */
  chunks: z.array(z.tuple([ChunkName, z.int().min(1)])),
});
export type PackIndex = z.infer<typeof PackIndex>;

const KeptFile = z.object({
  /** Below the installation's folder. */
  file: z
    .string()
    .refine((path) => path.split('/').every((part) => part !== '' && part !== '.' && part !== '..'), 'leads out'),
  bytes: z.int().min(0),
  sha256: Sha256,
  chunks: z.array(ChunkName),
});
export type KeptFile = z.infer<typeof KeptFile>;

/** One backup: what it is made of, and where that lies. Encrypted where the rest is. */
const Kept = z.object({
  format: z.literal(FORMAT),
  manifest: Manifest,
  files: z.array(KeptFile),
  /** By which the pieces are named; null: by SHA-256. */
  hashKey: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  /** The packs that it needs, with the SHA-256 of each one's index. */
  packs: z.record(Id, Sha256),
});
export type Kept = z.infer<typeof Kept>;

/** Of one index or one list; 10 million pieces are 600 GB of databases. */
const MOST_BYTES = 500_000_000;

export const packFile = (folder: string, id: string): string => join(folder, 'packs', `${id}.pack`);
export const indexFile = (folder: string, id: string): string => join(folder, 'packs', `${id}.json`);
const listsOf = (folder: string): string => join(folder, 'backups');

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

export const isRepository = (folder: string): boolean => existsSync(join(folder, HEAD));

function parsed<T>(file: string, schema: z.ZodType<T>): T {
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

/** A file whole, or not at all. */
export function writeWhole(path: string, text: string): void {
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

/** @throws Error that names the file that is damaged or missing */
export const readIndex = (folder: string, id: string): PackIndex => parsed(indexFile(folder, id), PackIndex);

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
export function keptFrom(file: string, text: string): Kept {
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  if (sha256(body) !== text.slice(0, end))
    throw new Error(`${file} is damaged: its SHA-256 is not the one that it names`);
  return Kept.parse(JSON.parse(body));
}

export const textOf = (kept: Omit<Kept, 'format'>): string => {
  const body = JSON.stringify({ format: FORMAT, ...kept });
  return `${sha256(body)}\n${body}`;
};

/** Removes what backups left behind that did not end: packs that no list names, and drafts. */
export function removeUnfinished(folder: string): void {
  const whole = new Set(listed(folder).map(({ id }) => id));
  const packs = join(folder, 'packs');
  for (const [dir, isWhole] of [
    [packs, (name: string) => whole.has(name.replace(/\.(?:pack|json)$/, ''))],
    [listsOf(folder), (name: string) => form.test(name)],
  ] as const) {
    if (!existsSync(dir)) continue;
    for (const name of readdirSync(dir)) if (!isWhole(name)) rmSync(join(dir, name));
  }
}

export const packIndexText = (index: Omit<PackIndex, 'format'>): string => JSON.stringify({ format: FORMAT, ...index });
