import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import * as z from 'zod';
import { root } from '../product/installation.ts';
import { ADMIN_PASSWORD } from '../product/product.ts';

/** How a start ended that was not to succeed. */
export interface FailedStart {
  /** Null: it did not end in time and was killed. */
  code: number | null;
  /** What it wrote to the terminal. */
  said: string;
  /** What it wrote to its log. */
  logged: string;
}

const LIMIT_MS = 120_000;
const { flags } = z
  .object({ flags: z.array(z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'standalone/process.json'), 'utf8')));

/** The single process on a folder, with nothing of this process's environment but what is given. */
function start(dataDir: string, env: Record<string, string>): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, [...flags, join(root, 'standalone/src/main.ts')], {
    // Where no sources file lies: the start is to fail by nothing but what the test is about.
    cwd: dirname(dataDir),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: join(root, 'node_modules/.compile-cache'),
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD,
      ...env,
    },
  });
}

/**
 * Starts the single process on a folder and waits for its end, at most two minutes.
 * @param isEnough what it has said and logged so far is all that is wanted: it is ended then
 */
export async function failingStart(
  dataDir: string,
  env: Record<string, string> = {},
  isEnough: (said: string) => boolean = () => false,
): Promise<FailedStart> {
  const child = start(dataDir, env);
  let [said, logged] = ['', ''];
  const look = (): void => {
    if (isEnough(said + logged)) child.kill('SIGKILL');
  };
  child.stdout.on('data', (chunk: Buffer) => {
    logged += chunk.toString();
    look();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    look();
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
  const code = await new Promise<number | null>((resolve) => child.once('close', (ended) => resolve(ended)));
  clearTimeout(timer);
  return { code, said, logged };
}
