#!/usr/bin/env node
// Hands over to the pinned Node.js of the repository, which runs TypeScript as it is.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(dirname(fileURLToPath(import.meta.url)));
const pinned = join(dirname(dirname(folder)), 'node_modules', 'node', 'bin', 'node');
if (!existsSync(pinned)) {
  process.stderr.write(
    'The packages are not installed: run `npm start` or `node scripts/run.mjs prepare` in the repository first.\n',
  );
  process.exit(1);
}
const child = spawn(pinned, [join(folder, 'src', 'main.ts'), ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// As a shell tells it of one that a signal ended.
child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)));
