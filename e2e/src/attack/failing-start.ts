import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../installation.ts';
import { ADMIN_PASSWORD } from '../product.ts';

/** How a start ended that was not to succeed. */
export interface FailedStart {
  /** Null: it did not end within half a minute and was killed. */
  code: number | null;
  /** What it wrote to the terminal. */
  said: string;
  /** What it wrote to its log. */
  logged: string;
}

const LIMIT_MS = 30_000;
const { flags } = JSON.parse(readFileSync(join(root, 'standalone/process.json'), 'utf8')) as { flags: string[] };

/** Starts the single process on a folder and waits for its end. */
export async function failingStart(dataDir: string, env: Record<string, string> = {}): Promise<FailedStart> {
  const child = spawn(process.execPath, [...flags, join(root, 'standalone/src/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: join(root, 'node_modules/.compile-cache'),
      PORT: '0',
      DATA_DIR: dataDir,
      SOURCES_FILE: join(dataDir, 'sources.yaml'),
      ADMIN_PASSWORD,
      ...env,
    },
  });
  let [said, logged] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (logged += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
  const code = await new Promise<number | null>((resolve) => child.once('close', (ended) => resolve(ended)));
  clearTimeout(timer);
  return { code, said, logged };
}
