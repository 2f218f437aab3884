import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from './installation.ts';

const LOOK_MS = 50;
const run = promisify(execFile);

const pidFile = (dataDir: string, label: string): string => join(dataDir, 'run', `${label}.pid`);

/** The labels of an installation's processes, as `jobs-1`. */
export const labelsOf = (dataDir: string): string[] =>
  readdirSync(join(dataDir, 'run'))
    .filter((name) => name.endsWith('.pid'))
    .map((name) => name.slice(0, -'.pid'.length));

function pidOf(dataDir: string, label: string): number | null {
  const file = pidFile(dataDir, label);
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return text === '' ? null : Number(text);
}

/** Kills one process with -9, and resolves once it was begun again. */
export async function killProcess(dataDir: string, label: string): Promise<void> {
  const pid = pidOf(dataDir, label);
  if (pid === null) throw new Error(`${label} does not run`);
  process.kill(pid, 'SIGKILL');
  for (;;) {
    const next = pidOf(dataDir, label);
    if (next !== null && next !== pid) return;
    await wait(LOOK_MS);
  }
}

/** Real engines that this suite may kill: those that the script beside the repository started, or the one that `ENGINES_SCRIPT` names. */
const engineScript = (): string => {
  const script = process.env['ENGINES_SCRIPT'] ?? join(root, '../shared/engines/engines');
  if (!existsSync(script)) {
    throw new Error(
      `the engines cannot be killed and started again: set ENGINES_SCRIPT to a program that takes "kill NAME", "down NAME" and "start NAME"`,
    );
  }
  return script;
};

/** `kill` is -9; `down` lets it end in order. */
export async function endEngine(name: 'kafka' | 'elasticsearch' | 'minio' | 'mongodb', how: 'kill' | 'down'): Promise<void> {
  await run(engineScript(), [how, name]);
}

/** On the same data. Resolves when it answers. */
export async function startEngine(name: 'kafka' | 'elasticsearch' | 'minio' | 'mongodb'): Promise<void> {
  await run(engineScript(), ['start', name]);
}
