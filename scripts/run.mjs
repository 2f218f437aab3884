// Entry of the npm scripts. Runs on the Node.js the machine has (20 or later): installs from the lockfile when
// that is needed, then hands over to the pinned Node.js of the `node` package.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const PNPM = 'pnpm@12.21.0';
const node = join(root, 'node_modules', 'node', 'bin', 'node');
const stampFile = join(root, 'node_modules', '.numscope-install');

/** What the installed packages depend on; when it is unchanged, nothing is installed again. */
function installStamp() {
  const hash = createHash('sha256');
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function install() {
  const stamp = installStamp();
  if (existsSync(node) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  process.stderr.write('Installing packages from the lockfile (first start, or the lockfile changed) ...\n');
  const result = spawnSync('npx', ['-y', PNPM, 'install', '--frozen-lockfile', '--reporter=append-only'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CI: 'true' },
  });
  if (result.status !== 0) {
    if (result.error) process.stderr.write(`npx, which comes with npm, cannot be run: ${result.error.message}\n`);
    process.stderr.write(
      'The packages could not be installed; the lines above say why. Mend that and run the same command again.\n',
    );
    process.exit(result.status ?? 1);
  }
  writeFileSync(stampFile, stamp);
}

const [task = '', ...rest] = process.argv.slice(2);
const script = join(root, 'scripts', `${task}.ts`);
if (!/^[a-z0-9-]+$/.test(task) || !existsSync(script)) {
  process.stderr.write(
    `There is no task ${task === '' ? 'without a name' : task}: CONTRIBUTING.md tells what there is.\n`,
  );
  process.exit(1);
}
install();
const env = {
  ...process.env,
  PATH: `${dirname(node)}:${process.env.PATH}`,
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.compile-cache'),
};
// The task replaces this process in all but name: signals reach the whole group, and its exit code is ours.
const child = spawn(node, [script, ...rest], { cwd: root, stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)));
