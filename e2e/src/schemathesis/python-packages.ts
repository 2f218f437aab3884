import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../product/installation.ts';

/** Each names every package that is loaded, also what the ones it is for bring along. What several name has one version. */
const requirements = ['schemathesis', 'exchange', 'python-client'].map((subject) =>
  join(root, 'infra', subject, 'requirements.txt'),
);

function command(name: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(name, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name} ${args.join(' ')} failed: ${error?.message ?? stderr}`);
}

/**
 * Packages of PyPI in one environment, made when it is first needed and whenever the pinned versions change.
 * @returns the folder of its programs, `python` among them
 */
export function pythonPackages(): string {
  const pinned = requirements.map((file) => readFileSync(file, 'utf8')).join('\n');
  const stamp = createHash('sha256').update(pinned).digest('hex').slice(0, 16);
  const home = join(root, 'node_modules', '.python', stamp);
  const programs = join(home, 'bin');
  if (existsSync(join(home, 'complete'))) return programs;
  rmSync(home, { recursive: true, force: true });
  command('python3', ['-m', 'venv', home]);
  // Nothing but what is named, from its wheel: what one package has as sources alone is not compiled here.
  const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary', ':all:', '--no-compile'];
  const files = requirements.flatMap((file) => ['-r', file]);
  command(join(programs, 'python'), ['-m', 'pip', 'install', ...options, ...files]);
  writeFileSync(join(home, 'complete'), '');
  return programs;
}

/** Python keeps what it compiles of them beside them, and nothing beside our own scripts. */
export const pythonCache = join(root, 'node_modules', '.python', 'compiled');
