import { startEngines } from '../packages/testing/src/engines/start-engines.ts';
import { jestWithResult } from './second-try.ts';
import { step } from './steps.ts';

interface Suite {
  /** The file of jest's configuration. */
  config: string;
  /** Needs real engines. */
  engines?: boolean;
  /** Needs the console's files. */
  console?: boolean;
  env?: NodeJS.ProcessEnv;
  /** Only these files of it, unless others are asked for. */
  files?: string;
  /** These at full size, in the place of `files`. */
  filesAtFullSize?: string;
}

const suites = {
  /** The tests of `test/engines/`: adapters against the real thing. */
  engines: { config: 'jest.engines.mjs', engines: true },
  /** The services' own tests once more, on the records of the distributed way. */
  stores: { config: 'jest.engines.mjs', engines: true, env: { NUMSCOPE_TEST_STORE: 'mongo' } },
  /** Acceptance over HTTP, in one process ... */
  api: { config: 'e2e/jest.api.mjs' },
  /** ... and the very same with two processes of everything. */
  distributed: { config: 'e2e/jest.api.mjs', engines: true, env: { PRODUCT: 'distributed' } },
  /** What somebody who means harm would send, in one process ... */
  attack: { config: 'e2e/jest.attack.mjs', console: true },
  /** ... and the very same with two processes of everything. */
  'attack-distributed': {
    config: 'e2e/jest.attack.mjs',
    console: true,
    engines: true,
    env: { PRODUCT: 'distributed' },
  },
  /** Calls made up by the API's own description. */
  schemathesis: { config: 'e2e/jest.schemathesis.mjs' },
  /** The console in a real browser. */
  console: { config: 'e2e/jest.console.mjs', console: true },
  /** ... and what it shows of faces in the distributed way: their index is another one there. */
  'console-distributed': {
    config: 'e2e/jest.console.mjs',
    console: true,
    engines: true,
    env: { PRODUCT: 'distributed' },
    files: 'console/faces.test',
  },
  /** ... and who comes in and goes out in Firefox; at full size also what else its remote control can do. */
  'console-firefox': {
    config: 'e2e/jest.console.mjs',
    console: true,
    env: { BROWSER: 'firefox' },
    files: 'console/login.test',
    filesAtFullSize: 'console/(login|specification|admin|facets|jobs-screen|profile-screen).test',
  },
  /** Kills of the one process. */
  chaos: { config: 'e2e/jest.chaos.mjs' },
  /** Kills of services and engines, and what the distributed way alone promises. */
  downfall: { config: 'e2e/jest.downfall.mjs', engines: true, env: { PRODUCT: 'distributed' } },
} satisfies Record<string, Suite>;

export type SuiteName = keyof typeof suites;

export const suiteNames = Object.keys(suites) as SuiteName[];

/**
 * Runs a suite by its name; extra words go to jest.
 * @returns the exit code. Where there are no engines nothing is tested, which is said: 0 then, but 1 in CI
 */
export async function suite(name: SuiteName, extra: string[] = []): Promise<number> {
  const { config, engines, console: needsConsole, env, ...only }: Suite = suites[name];
  const files = process.env['SCALE'] === 'full' ? (only.filesAtFullSize ?? only.files) : only.files;
  if (needsConsole) {
    const build = await step('build of the console', process.execPath, ['scripts/build.ts']);
    if (build !== 0) return build;
  }
  const asked = extra.length === 0 && files !== undefined ? [files] : extra;
  const run = (addresses: NodeJS.ProcessEnv): Promise<number> =>
    jestWithResult(name, `${name} suite`, ['--config', config], { files: asked, env: { ...addresses, ...env } });
  if (!engines) return run({});

  const started = await startEngines((line) => console.log(`== ${line}`)).catch((error: unknown) => {
    console.error(`== the ${name} suite did not run: ${error instanceof Error ? error.message : String(error)}`);
    return 'missing' as const;
  });
  if (started === 'missing') return 1;
  if (started === null) return process.env['CI'] ? 1 : 0;
  try {
    return await run(started.addresses);
  } finally {
    await started.stop();
  }
}
