import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { askUntil } from '@numscope/testing/ask-until';

const pidFile = (dataDir: string, label: string): string => join(dataDir, 'run', `${label}.pid`);

/** The labels of an installation's processes, as `jobs-1`. */
export const labelsOf = (dataDir: string): string[] =>
  readdirSync(join(dataDir, 'run'))
    .filter((name) => name.endsWith('.pid'))
    .map((name) => name.slice(0, -'.pid'.length));

/** The process of a label; null where none runs. */
export function pidOf(dataDir: string, label: string): number | null {
  const file = pidFile(dataDir, label);
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return text === '' ? null : Number(text);
}

/** Kills all that run with -9. */
export function killProcesses(dataDir: string): void {
  for (const label of labelsOf(dataDir)) {
    const pid = pidOf(dataDir, label);
    try {
      if (pid !== null) process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

/** Kills one process with -9, and resolves once it was begun again. */
export async function killProcess(dataDir: string, label: string): Promise<void> {
  const pid = pidOf(dataDir, label);
  if (pid === null) throw new Error(`${label} does not run`);
  process.kill(pid, 'SIGKILL');
  await askUntil(
    () => pidOf(dataDir, label),
    (next) => next !== null && next !== pid,
  );
}
