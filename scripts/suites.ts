import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { renewEngines } from '../packages/testing/src/engines/engine-script.ts';
import { engineVariables } from '../packages/testing/src/engines/engine-names.ts';
import { type Engines, startEngines } from '../packages/testing/src/engines/start-engines.ts';
import { untilStoreGivesUp } from '../packages/testing/src/engines/store-watch.ts';
import { jest, root, step } from './steps.ts';

/** Where each part of a suite leaves its counts for the closing line of `.ci/run`. */
export const resultsDir = join(root, 'node_modules', '.numscope-results');
const resultsFile = (suite: string, part: number): string => join(resultsDir, `${suite}.${part}.json`);

interface Suite {
  /** Of jest. */
  config: string;
  /** Needs real engines. */
  engines?: boolean;
  /** Needs the console's files. */
  console?: boolean;
  /** Its files are run in so many parts, each of which alone begins anew when the stand-in for MongoDB gives up. */
  parts?: number;
  env?: NodeJS.ProcessEnv;
}

const suites = {
  /** The tests of `test/engines/`: adapters against the real thing. */
  engines: { config: 'jest.engines.mjs', engines: true, parts: 4 },
  /** The services' own tests once more, on the records of the distributed way. */
  stores: { config: 'jest.engines.mjs', engines: true, parts: 2, env: { NUMSCOPE_TEST_STORE: 'mongo' } },
  /** Acceptance over HTTP, in one process ... */
  api: { config: 'e2e/jest.api.mjs' },
  /** ... and the very same with two processes of everything. */
  distributed: { config: 'e2e/jest.api.mjs', engines: true, parts: 3, env: { PRODUCT: 'distributed' } },
  /** What somebody who means harm would send, in one process ... */
  attack: { config: 'e2e/jest.attack.mjs', console: true },
  /** ... and the very same with two processes of everything. */
  'attack-distributed': {
    config: 'e2e/jest.attack.mjs',
    console: true,
    engines: true,
    parts: 4,
    env: { PRODUCT: 'distributed' },
  },
  /** Calls made up by the API's own description. */
  schemathesis: { config: 'e2e/jest.schemathesis.mjs' },
  /** The console in a real browser. */
  console: { config: 'e2e/jest.console.mjs', console: true },
  /** Kills of the one process. */
  chaos: { config: 'e2e/jest.chaos.mjs' },
  /** Kills of services and engines, and what the distributed way alone promises. */
  downfall: { config: 'e2e/jest.downfall.mjs', engines: true, parts: 5, env: { PRODUCT: 'distributed' } },
} satisfies Record<string, Suite>;

export type SuiteName = keyof typeof suites;

export const suiteNames = Object.keys(suites) as SuiteName[];

/**
 * Runs a suite by its name; extra words go to jest.
 * @returns the exit code; 0 also when there are to be no engines, but for CI, where that is a fault
 */
export async function suite(name: SuiteName, extra: string[] = []): Promise<number> {
  mkdirSync(resultsDir, { recursive: true });
  const { config, engines, console: needsConsole, parts = 1, env }: Suite = suites[name];
  if (needsConsole) {
    const build = await step('build of the console', process.execPath, ['scripts/build.ts']);
    if (build !== 0) return build;
  }
  // A pattern of the caller's leaves too few files to divide.
  const count = extra.length === 0 ? parts : 1;
  const run = (part: number, addresses: NodeJS.ProcessEnv, ended?: AbortSignal): Promise<number> =>
    jest(
      count === 1 ? `${name} suite` : `${name} suite, part ${part} of ${count}`,
      ['--config', config, `--shard=${part}/${count}`, '--json', '--outputFile', resultsFile(name, part), ...extra],
      { ...addresses, ...env },
      ended,
    );
  if (!engines) return run(1, {});

  const started = await startEngines((line) => console.log(`== ${line}`)).catch((error: unknown) => {
    console.error(`== the ${name} suite did not run: ${error instanceof Error ? error.message : String(error)}`);
    return 'missing' as const;
  });
  if (started === 'missing') return 1;
  if (started === null) return process.env['CI'] ? 1 : 0;
  try {
    let code = 0;
    for (let part = 1; part <= count; part++) {
      const ofPart = await runOnStandIn(started, (ended) => run(part, started.addresses, ended));
      code ||= ofPart;
    }
    return code;
  } finally {
    await started.stop();
  }
}

/** How often a part of a suite is begun because the stand-in for MongoDB gave up. */
const TRIES = 4;

/**
 * Runs a part of a suite; where MongoDB is the stand-in and gives up in the middle, that is started again and the part
 * begins anew.
 */
async function runOnStandIn(
  { local, addresses }: Engines,
  run: (ended?: AbortSignal) => Promise<number>,
): Promise<number> {
  if (!local) return run();
  for (let attempt = 1; ; attempt++) {
    const [over, ended] = [new AbortController(), new AbortController()];
    const watched = untilStoreGivesUp(addresses[engineVariables.mongodb] ?? '', over.signal).then((gaveUp) => {
      if (gaveUp) ended.abort();
      return gaveUp;
    });
    const code = await run(ended.signal);
    over.abort();
    if (!(await watched) || attempt === TRIES) return code;
    console.log(
      '== the stand-in for MongoDB closed its store, as it does now and then: the engines are made anew, and this begins again',
    );
    await renewEngines();
  }
}
