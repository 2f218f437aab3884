import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './installation.ts';

function command(name: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(name, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name} ${args.join(' ')} failed: ${error?.message ?? stderr}`);
}

/**
 * Packages of PyPI in an environment of their own, made when it is first needed and whenever the pinned versions change.
 * @param name of the environment
 * @param requirements the file of pinned versions
 * @returns the folder of its programs, `python` among them
 */
export function pythonPackages(name: string, requirements: string): string {
  const stamp = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 16);
  const home = join(root, 'node_modules', `.${name}`, stamp);
  const programs = join(home, 'bin');
  if (existsSync(join(home, 'complete'))) return programs;
  rmSync(home, { recursive: true, force: true });
  command('python3', ['-m', 'venv', home]);
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements];
  command(join(programs, 'python'), install);
  writeFileSync(join(home, 'complete'), '');
  return programs;
}
