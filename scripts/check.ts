// Types, lint, dependency rule, dead matter and formatting: everything that needs no running product.
import { bin, stepBeside } from './steps.ts';

/** Each of several checkers works out for itself much of what others know: four, as usual, take 2.4 times the processor of one. */
const oneChecker = ['--checkers', '1'];

/** What the last check found is kept, so that only what a change reaches is checked again. */
const types = (config: string): string[] => [
  '-p',
  config,
  ...oneChecker,
  '--incremental',
  '--tsBuildInfoFile',
  `node_modules/.types/${config}`,
];

type Step = Parameters<typeof stepBeside>;

async function oneByOne(steps: Step[]): Promise<boolean> {
  let isFine = true;
  for (const step of steps) isFine = (await stepBeside(...step)) === 0 && isFine;
  return isFine;
}

// Two cores are busy: each of the two has one thread most of the time, and about the same work.
const results = await Promise.all([
  oneByOne([['types', bin('tsc'), types('tsconfig.json')]]),
  oneByOne([
    ['types of the console', bin('tsc'), types('tsconfig.web.json')],
    // What its pages take of the contracts and the client, which is less than these have.
    ['types of the pages', bin('tsc'), types('tsconfig.pages.json')],
    ['types of the client elsewhere', bin('tsc'), ['-p', 'packages/client/tsconfig.build.json', ...oneChecker]],
    ['lint', bin('oxlint'), ['--deny-warnings']],
    ['exports, files and packages that nobody uses', bin('knip'), ['--no-config-hints', '--no-progress']],
    ['texts, codes and settings that nobody names', process.execPath, ['scripts/unused-texts.ts']],
    ['cities of the map', process.execPath, ['scripts/gazetteer.ts', '--check']],
    ['documents of the events', process.execPath, ['scripts/events.ts', '--check']],
    ['format', bin('oxfmt'), ['--check', '.']],
  ]),
]);
process.exit(results.includes(false) ? 1 : 0);
