import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './installation.ts';

export interface Ran {
  /** Null when it was killed. */
  code: number | null;
  /** What it wrote, to either stream. */
  printed: string;
  ms: number;
}

/** A command of the product, as `npm run NAME -- WORDS` runs it, that may be killed. */
export function beginCommand(name: 'backup' | 'restore', words: readonly string[], env: Record<string, string>) {
  const begun = performance.now();
  const child = spawn(process.execPath, [join(root, `scripts/${name}.ts`), ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: join(root, 'node_modules/.compile-cache'), ...env },
  });
  let printed = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      for (const listener of listeners) listener();
    });
  const ended = new Promise<Ran>((resolve) =>
    child.once('close', (code) => resolve({ code, printed, ms: performance.now() - begun })),
  );
  /** Resolves as soon as it has printed this, or has ended. */
  const prints = async (text: string): Promise<void> => {
    const printing = new Promise<void>((resolve) => {
      const look = (): void => {
        if (printed.includes(text)) resolve();
      };
      listeners.add(look);
      look();
    });
    await Promise.race([printing, ended]);
  };
  return { ended, prints, kill: (): void => void child.kill('SIGKILL') };
}

export const runCommand = (...words: Parameters<typeof beginCommand>): Promise<Ran> => beginCommand(...words).ended;
