import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { engineSettings } from './engine-settings.ts';
import { root } from './installation.ts';

/** One run of the command that moves an installation up. */
export interface Move {
  /** Everything it printed so far. */
  printed(): string;
  /** Resolves as soon as it printed that, or when it ended. */
  untilPrinted(pattern: RegExp): Promise<void>;
  kill(): void;
  /** Its exit code; null when it was killed. */
  ended: Promise<number | null>;
}

/** Moves the folder onto the engines, apart from all others there, as an operator would. */
export function beginMove(dataDir: string, env: Record<string, string> = {}): Move {
  const child: ChildProcess = spawn(process.execPath, [join(root, 'scripts/move-up.ts'), '--from', dataDir], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: join(root, 'node_modules/.compile-cache'),
      ...engineSettings(dataDir),
      ...env,
    },
  });
  let text = '';
  const listeners = new Set<() => void>();
  const hear = (chunk: Buffer): void => {
    text += chunk.toString();
    for (const listener of listeners) listener();
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return {
    printed: () => text,
    async untilPrinted(pattern) {
      if (pattern.test(text)) return;
      const printed = new Promise<void>((resolve) => listeners.add(() => void (pattern.test(text) && resolve())));
      await Promise.race([printed, ended]);
    },
    kill: () => void child.kill('SIGKILL'),
    ended,
  };
}
