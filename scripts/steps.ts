import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where Node.js keeps compiled modules; `run.mjs`, which runs before any TypeScript can, names it too. */
export const compileCache = join(root, 'node_modules', '.compile-cache');

/** A program of the workspace's own packages. */
export const bin = (name: string): string => join(root, 'node_modules', '.bin', name);

/** Hands a signal that ends this process to the step, which would outlive it; with the step's end this process ends. */
function endTogether(child: ChildProcess): void {
  let ending: NodeJS.Signals | null = null;
  const hand = (signal: NodeJS.Signals): void => {
    ending = signal;
    child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, hand);
  child.once('exit', () => {
    for (const signal of signals) process.off(signal, hand);
    // As a shell tells it of one that a signal ended.
    if (ending !== null) process.exit(128 + constants.signals[ending]);
  });
}

/**
 * Runs one step with its output shown.
 * @returns the exit code; a step ended by a signal counts as 1
 */
export function step(
  title: string,
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
  cwd = root,
): Promise<number> {
  process.stdout.write(`\n== ${title}\n`);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', reject);
    endTogether(child);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs one step while others run: its output is shown when it has ended.
 * @returns its output, and whether its exit code was 0
 */
export function stepBeside(
  title: string,
  command: string,
  args: string[],
): Promise<{ output: string; isFine: boolean }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => output.push(piece));
    child.on('error', reject);
    endTogether(child);
    child.on('close', (code) => {
      process.stdout.write(`\n== ${title}\n`);
      process.stdout.write(Buffer.concat(output));
      resolve({ output: Buffer.concat(output).toString('utf8'), isFine: code === 0 });
    });
  });
}

/** Runs jest with native ES modules on this very Node.js. */
export function jest(title: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const command = ['--experimental-vm-modules', '--no-warnings', join(root, 'node_modules/jest/bin/jest.js'), ...args];
  return step(title, process.execPath, command, env);
}
