import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where Node.js keeps compiled modules; `run.mjs`, which runs before any TypeScript can, names it too. */
export const compileCache = join(root, 'node_modules', '.compile-cache');

/** A program of the workspace's own packages. */
export const bin = (name: string): string => join(root, 'node_modules', '.bin', name);

/**
 * Runs one step with its output shown.
 * @param ended - ends the step and all that it started, at once
 * @returns the exit code; a step ended by a signal counts as 1
 */
export function step(
  title: string,
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
  cwd = root,
  ended?: AbortSignal,
): Promise<number> {
  process.stdout.write(`\n== ${title}\n`);
  return new Promise((resolve, reject) => {
    // In a group of its own, all of it can be ended; then what ends this process must be passed on.
    const child = spawn(command, args, {
      cwd,
      stdio: 'inherit',
      env: { ...process.env, ...env },
      detached: ended !== undefined,
    });
    const tell = (signal: NodeJS.Signals): void => {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    };
    const kill = (): void => tell('SIGKILL');
    if (ended) {
      for (const signal of endings) process.on(signal, tell);
      ended.addEventListener('abort', kill);
    }
    child.on('error', reject);
    child.on('exit', (code) => {
      for (const signal of endings) process.off(signal, tell);
      ended?.removeEventListener('abort', kill);
      resolve(code ?? 1);
    });
  });
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs jest with native ES modules on this very Node.js. */
export function jest(title: string, args: string[], env: NodeJS.ProcessEnv = {}, ended?: AbortSignal): Promise<number> {
  const command = ['--experimental-vm-modules', '--no-warnings', join(root, 'node_modules/jest/bin/jest.js'), ...args];
  return step(title, process.execPath, command, env, root, ended);
}
