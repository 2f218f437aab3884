// One remote (or the shell) alone, for work on it: built on every change, with /api handed on to the product that runs
// at API_URL. `node scripts/run.mjs console-dev jobs-mfe`, or `npm start` in its folder; PORT says where, 3000 unless
// said.
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { say } from '../packages/mains/src/terminal.ts';
import { reasonOf } from '../packages/platform/src/errors.ts';
import { SettingsError } from '../packages/platform/src/runtime/settings.ts';
import { watchPart } from '../packages/ui/build/compile.ts';
import { devOptions } from './console-dev/dev-options.ts';
import { devServer } from './console-dev/dev-server.ts';
import { root } from './steps.ts';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(0));
try {
  const { part, api, port } = devOptions(process.argv.slice(2), process.env);
  const folder = join(root, 'frontends', part, 'node_modules', `.dev-${process.pid}`);
  const server = devServer({ part, api, folder }).listen(port, '127.0.0.1');
  // Before anything is built: a port that is taken is told at once.
  await once(server, 'listening');
  process.on('exit', () => {
    for (const made of [folder, `${folder}-workers`]) rmSync(made, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  say(`${part} on ${url}, its calls go to ${api.origin}; it is being built`);
  await watchPart(part, root, folder, say);
} catch (error) {
  say(error instanceof SettingsError ? error.message : `The part cannot be shown: ${reasonOf(error)}`);
  process.exit(1);
}
