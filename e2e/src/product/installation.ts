import { randomInt } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export const root = join(import.meta.dirname, '../../..');

/** Whether the product under test runs as two processes of each service on real engines, and not as one on embedded ones. */
export const isDistributed = process.env['PRODUCT'] === 'distributed';

/** What is kept in engines. Their clients take half a second of a processor to load. */
const engines = (): Promise<typeof import('./distributed-engines.ts')> => import('./distributed-engines.ts');

/** Below those that systems lend to connections and to whoever asks for any: so no other process takes one before the product has it. */
const PORTS = { from: 20_000, to: 32_000 };

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A port that was free a moment ago; with `and` the one so many after it was as well. */
export async function freePort(and = 0): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to - and);
    if ((await isFree(port)) && (and === 0 || (await isFree(port + and)))) return port;
  }
}

/** A folder for an installation; what it keeps elsewhere is known by the folder's name. */
export const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'numscope-e2e-'));

/** Removes everything an installation keeps. */
export async function dropDataDir(dataDir: string): Promise<void> {
  if (isDistributed) await (await engines()).drop(dataDir);
  rmSync(dataDir, { recursive: true, force: true });
}

/** Phones kept by an installation, all and those that are no job's, as its records have them. */
export async function keptPhones(dataDir: string): Promise<{ all: number; strangers: number }> {
  if (isDistributed) return (await engines()).keptPhones(dataDir);
  const db = new DatabaseSync(join(dataDir, 'jobs.sqlite'), { readOnly: true });
  const count = (where: string): number => Number(db.prepare(`SELECT count(*) AS n FROM phone ${where}`).get()?.['n']);
  const counted = { all: count(''), strangers: count('WHERE job NOT IN (SELECT key FROM job)') };
  db.close();
  return counted;
}

/** Files of an installation that look like the rest of an upload. */
export const uploadFiles = (dataDir: string): string[] =>
  readdirSync(dataDir, { recursive: true })
    .map(String)
    .filter((name) => /tmp|upload|part/i.test(name) && statSync(join(dataDir, name)).isFile());
