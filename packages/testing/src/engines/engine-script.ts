import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type LocalEngine = 'kafka' | 'elasticsearch' | 'minio' | 'mongodb';

/**
 * Real engines that a suite may kill: those that the script beside the repository started, or the one that
 * `ENGINES_SCRIPT` names.
 */
function engineScript(): string {
  const script =
    process.env['ENGINES_SCRIPT'] ?? fileURLToPath(new URL('../../../../../shared/engines/engines', import.meta.url));
  if (!existsSync(script)) {
    throw new Error(
      'the engines cannot be killed and started again: set ENGINES_SCRIPT to a program that takes "kill NAME", "down NAME" and "start NAME"',
    );
  }
  return script;
}

/** `kill` is -9; `down` lets it end in order. */
export async function endEngine(name: LocalEngine, how: 'kill' | 'down'): Promise<void> {
  await run(engineScript(), [how, name]);
}

/** On the same data. Resolves when it answers. */
export async function startEngine(name: LocalEngine): Promise<void> {
  await run(engineScript(), ['start', name]);
}
