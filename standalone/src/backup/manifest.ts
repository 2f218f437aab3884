import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '@numscope/platform';
import * as z from 'zod';
import { writeDurably } from './durable.ts';

/** The version of the layout of a backup's folder. */
const FORMAT = 1;

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** A path below the backup's `data`, that leads nowhere else. */
export const Inside = z
  .string()
  .refine(
    (path) => path.split('/').every((part) => part !== '' && part !== '.' && part !== '..'),
    'leads out of the backup',
  );
export const FileEntry = z.object({ file: Inside, bytes: z.int().min(0), sha256: Sha256 });
export type FileEntry = z.infer<typeof FileEntry>;

const DatabaseEntry = FileEntry.extend({
  /** How many migrations made its schema. */
  schema: z.int().min(0),
  /** Rows of each table. */
  rows: z.record(z.string(), z.int().min(0)),
});
export type DatabaseEntry = z.infer<typeof DatabaseEntry>;

/** What a backup tells of itself. It is written last: a folder without it is no backup. */
export const Manifest = z.object({
  format: z.literal(FORMAT, `is another one than this version knows (${FORMAT})`),
  id: z.string().min(1),
  /** The product's version that wrote it. */
  version: z.string(),
  /** The moment that all databases in it show. */
  moment: z.iso.datetime(),
  databases: z.array(DatabaseEntry).min(1),
  files: z.array(FileEntry),
  /** The list of the pictures' files, a line each as sha256sum writes it. */
  pictures: FileEntry.extend({ count: z.int().min(0), countBytes: z.int().min(0) }),
  /** The end of the audit's chain, and whether it was whole. */
  audit: z.object({ entries: z.int().min(0), head: z.string(), whole: z.boolean() }),
  /** For how long the installation's writers stood still, in milliseconds. */
  heldMs: z.number(),
});
export type Manifest = z.infer<typeof Manifest>;

export const manifestFormat = FORMAT;
const MANIFEST = 'backup.json';
/** A manifest names some dozen files; no other file is read whole. */
const MOST_BYTES = 1_000_000;

export const isBackup = (folder: string): boolean => existsSync(join(folder, MANIFEST));

export function writeManifest(folder: string, manifest: Manifest): void {
  const draft = join(folder, `${MANIFEST}.new`);
  writeDurably(draft, `${JSON.stringify(manifest, null, 2)}\n`);
  renameSync(draft, join(folder, MANIFEST));
}

/** @throws Error that says what is wrong with it */
export function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST);
  if (!existsSync(folder)) throw new Error(`there is no folder ${folder}`);
  if (!existsSync(file))
    throw new Error(`${folder} holds no whole backup: there is no ${MANIFEST}, which is written last`);
  try {
    const text = readFileSync(file);
    if (text.length > MOST_BYTES) throw new Error(`it has ${text.length} bytes`);
    return Manifest.parse(JSON.parse(text.toString()));
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw new Error(`${file} is damaged: ${reasonOf(error)}`, { cause: error });
    const issues = error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw new Error(`${file} is damaged or of another version: ${issues.slice(0, 5).join('; ')}`, { cause: error });
  }
}
