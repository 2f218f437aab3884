import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { jest, root, step } from './steps.ts';

/** Where each suite leaves its counts for the closing line of `.ci/run`. */
export const resultsDir = join(root, 'node_modules', '.numscope-results');

/** Runs one of the suites of e2e/ that drive the whole product. */
export async function suite(name: 'api' | 'console' | 'chaos', extra: string[] = []): Promise<number> {
  mkdirSync(resultsDir, { recursive: true });
  if (name === 'console') {
    const build = await step('build of the console', process.execPath, ['scripts/build.ts']);
    if (build !== 0) return build;
  }
  return jest(`${name} suite`, ['--config', `e2e/jest.${name}.mjs`, '--json', '--outputFile', join(resultsDir, `${name}.json`), ...extra]);
}
