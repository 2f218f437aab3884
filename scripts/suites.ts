import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startEngines } from '../packages/testing/src/engines/start-engines.ts';
import { jest, root, step } from './steps.ts';

/** Where each suite leaves its counts for the closing line of `.ci/run`. */
export const resultsDir = join(root, 'node_modules', '.numscope-results');

/** `engines`: the tests of `test/engines/`. `stores`: those of the services once more, on the records of the distributed way. */
type EngineSuite = 'engines' | 'stores';
type ProductSuite = 'api' | 'console' | 'chaos';
export type SuiteName = EngineSuite | ProductSuite;

export const suiteNames: readonly SuiteName[] = ['engines', 'stores', 'api', 'console', 'chaos'];

const reportOf = (name: SuiteName): string[] => ['--json', '--outputFile', join(resultsDir, `${name}.json`)];

/** @returns 0 also when there are to be no engines, but for CI, where that is a fault */
async function engineSuite(name: EngineSuite, extra: string[]): Promise<number> {
  const engines = await startEngines((line) => console.log(`== ${line}`)).catch((error: unknown) => {
    console.error(`== the ${name} suite did not run: ${error instanceof Error ? error.message : String(error)}`);
    return 'missing' as const;
  });
  if (engines === 'missing') return 1;
  if (engines === null) return process.env['CI'] ? 1 : 0;
  try {
    const store: NodeJS.ProcessEnv = name === 'stores' ? { NUMSCOPE_TEST_STORE: 'mongo' } : {};
    const args = ['--config', 'jest.engines.mjs', ...reportOf(name), ...extra];
    return await jest(`${name} suite`, args, { ...engines.addresses, ...store });
  } finally {
    await engines.stop();
  }
}

/** Runs one of the suites of e2e/ that drive the whole product. */
async function productSuite(name: ProductSuite, extra: string[]): Promise<number> {
  if (name === 'console') {
    const build = await step('build of the console', process.execPath, ['scripts/build.ts']);
    if (build !== 0) return build;
  }
  return jest(`${name} suite`, ['--config', `e2e/jest.${name}.mjs`, ...reportOf(name), ...extra]);
}

/** Runs a suite by its name; extra words go to jest. */
export async function suite(name: SuiteName, extra: string[] = []): Promise<number> {
  mkdirSync(resultsDir, { recursive: true });
  return name === 'engines' || name === 'stores' ? engineSuite(name, extra) : productSuite(name, extra);
}
