import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../installation.ts';
import { ADMIN_PASSWORD } from '../product.ts';

const { flags } = JSON.parse(readFileSync(join(root, 'standalone/process.json'), 'utf8')) as { flags: string[] };

/** Starts the single process on engines that do not answer, until what it said of that fits or it ended. @returns all that it said */
export async function startInVain(
  dataDir: string,
  env: Record<string, string>,
  fits: (said: string) => boolean,
): Promise<string> {
  const child = spawn(process.execPath, [...flags, join(root, 'standalone/src/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: join(root, 'node_modules/.compile-cache'),
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_PASSWORD,
      LOG_LEVEL: 'trace',
      ...env,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (fits(said)) child.kill('SIGKILL');
    });
  await new Promise((resolve) => child.once('close', resolve));
  return said;
}
