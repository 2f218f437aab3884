// The console's build: each part only when what it is made of changed, told by a hash that stands in its dist.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type ConsolePart, consoleParts } from '../packages/ui/build/parts.ts';
import { root } from './steps.ts';

const compressible = /\.(js|css|html|svg|json)$/;
/** Below this many bytes compression gains nothing worth a file. */
const SMALL = 1024;
/** Above this many bytes the densest compression takes seconds: libraries of the exports, which are loaded when asked for. */
const SLOW = 256 * 1024;
/** What is in each part beside its own. */
export const shared = [
  'packages/ui/src',
  'packages/ui/build',
  'packages/ui/package.json',
  'packages/client/src',
  'packages/client/package.json',
  'packages/contracts/src',
  'packages/contracts/package.json',
  'packages/spreadsheets/src',
  'packages/spreadsheets/package.json',
  'pnpm-lock.yaml',
];
const stampOf = (part: ConsolePart): string => join(root, 'frontends', part, 'dist', '.stamp');

/** All files below a path, sorted, so that the hash does not depend on the file system. */
async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(() => null);
  if (entries === null) return [path];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function hashOf(paths: string[]): Promise<string> {
  const files = (await Promise.all(paths.map((path) => filesBelow(join(root, path))))).flat();
  const contents = await Promise.all(files.map((file) => readFile(file)));
  const hash = createHash('sha256');
  for (const [i, content] of contents.entries()) hash.update(`${files[i]}\0${content.length}\0`).update(content);
  return hash.digest('hex');
}

/** The parts whose sources are not those of their dist, with the stamp of what they should be. */
export async function stale(): Promise<Map<ConsolePart, string>> {
  const common = await hashOf(shared);
  const found = new Map<ConsolePart, string>();
  await Promise.all(
    consoleParts.map(async (part) => {
      // The page of the shell is the template of the remotes' own pages, but only when they run alone.
      const stamp = createHash('sha256')
        .update(common + (await hashOf([`frontends/${part}/src`, `frontends/${part}/package.json`])))
        .digest('hex');
      const present = existsSync(stampOf(part)) ? await readFile(stampOf(part), 'utf8') : '';
      if (present !== stamp) found.set(part, stamp);
    }),
  );
  return new Map(consoleParts.flatMap((part) => (found.has(part) ? [[part, found.get(part) ?? '']] : [])));
}

/** Puts a .gz and a .br beside each file that gains by it, for the gateway to serve as they are. */
async function compress(folder: string): Promise<void> {
  for (const file of await filesBelow(folder)) {
    if (!compressible.test(file)) continue;
    const content = await readFile(file);
    if (content.length < SMALL) continue;
    const [gz, br] = await Promise.all([
      promisify(gzip)(content, { level: 9 }),
      promisify(brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: content.length > SLOW ? 8 : constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
    ]);
    await Promise.all([writeFile(`${file}.gz`, gz), writeFile(`${file}.br`, br)]);
  }
}

/** Builds aside and then puts the whole in its place, so that a page served meanwhile never finds half of it. */
async function buildPart(part: ConsolePart, stamp: string): Promise<void> {
  const { compilePart } = await import('../packages/ui/build/compile.ts');
  const dist = join(root, 'frontends', part, 'dist');
  const aside = join(root, 'frontends', part, 'node_modules', `.build-${process.pid}`);
  try {
    await compilePart(part, root, aside);
    await compress(aside);
    await writeFile(join(aside, '.stamp'), stamp);
    await rm(dist, { recursive: true, force: true });
    await rename(aside, dist);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/**
 * Builds what changed of the console into frontends/<part>/dist, compressed copies included.
 * @param wanted only these parts; all when empty
 * @throws Error with the compiler's words
 */
export async function buildConsole(wanted: readonly string[] = []): Promise<void> {
  const parts = [...(await stale())].filter(([part]) => wanted.length === 0 || wanted.includes(part));
  if (parts.length === 0) return;
  const faults: unknown[] = [];
  for (const [part, stamp] of parts) {
    const begun = performance.now();
    process.stderr.write(`Building the console: ${part} ... `);
    try {
      await buildPart(part, stamp);
    } catch (error) {
      // The other parts are as good without this one.
      faults.push(error);
    }
    process.stderr.write(`${((performance.now() - begun) / 1000).toFixed(1)} s\n`);
  }
  if (faults.length > 0) throw new AggregateError(faults, faults.map(String).join('\n'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildConsole(process.argv.slice(2));
