import { join } from 'node:path';
import { root } from '../steps.ts';
import { type Finding, has, judge, skipped } from './tools.ts';

/** docker-compose.yml as Docker's own loader reads it. */
export async function checkCompose(): Promise<Finding[]> {
  const what = 'docker-compose.yml by the loader of Docker Compose';
  if (!has('go')) return [skipped(what, 'go is missing')];
  const file = join(root, 'docker-compose.yml');
  return [await judge(what, 'go', ['run', '.', file], { cwd: join(root, 'infra/check') })];
}
