import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '../steps.ts';

const LONGEST_MS = 300_000;

/** The version that `run.mjs` installs with. */
const version = /'(pnpm@[\d.]+)'/.exec(readFileSync(join(root, 'scripts', 'run.mjs'), 'utf8'))?.[1];

export interface Told {
  code: number;
  out: string;
  /** Its standard error, for people. */
  fault: string;
}

/** Runs the pinned pnpm in the workspace. @throws Error when it does not end within five minutes */
export async function pnpm(args: readonly string[]): Promise<Told> {
  const child = spawn('npx', ['-y', String(version), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_MS,
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      code === null ? reject(new Error(`pnpm ${args[0]} ended with ${signal}`)) : resolve(code),
    );
  });
  const [code, out, fault] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, out, fault };
}
