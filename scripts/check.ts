// Types, lint, dependency rule, dead matter and formatting: everything that needs no running product.
import { writeFileSync } from 'node:fs';
import { bin, stepBeside } from './steps.ts';
import { complaintsFile } from './results.ts';

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

/** @returns what is not right, a text for each step that failed */
async function complaintsOf(steps: Step[]): Promise<string[]> {
  const failed: string[] = [];
  for (const step of steps) {
    const { output, isFine } = await stepBeside(...step);
    if (!isFine) failed.push(`check, ${step[0]}:\n${output}`);
  }
  return failed;
}

// Two cores are busy: each of the two has one thread most of the time, and about the same work.
const complaints = await Promise.all([
  complaintsOf([['types', bin('tsc'), types('tsconfig.json')]]),
  complaintsOf([
    ['types of the console', bin('tsc'), types('tsconfig.web.json')],
    // What its pages take of the contracts and the client, which is less than these have.
    ['types of the pages', bin('tsc'), types('tsconfig.pages.json')],
    ['types of the client elsewhere', bin('tsc'), ['-p', 'packages/client/tsconfig.build.json', ...oneChecker]],
    ['lint', bin('oxlint'), ['--deny-warnings']],
    ['exports, files and packages that nobody uses', bin('knip'), ['--no-config-hints', '--no-progress']],
    ['texts, codes and settings that nobody names', process.execPath, ['scripts/unused-texts.ts']],
    ['cities of the map', process.execPath, ['scripts/gazetteer.ts', '--check']],
    ['names in the documents', process.execPath, ['scripts/documents.ts']],
    ['documents of the events', process.execPath, ['scripts/events.ts', '--check']],
    ['format', bin('oxfmt'), ['--check', '.']],
  ]),
]);
writeFileSync(complaintsFile(), JSON.stringify(complaints.flat()));
process.exit(complaints.flat().length > 0 ? 1 : 0);
