import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './steps.ts';

/** Where each suite leaves its counts for the closing line of `.ci/run`. */
const resultsDir = join(root, 'node_modules', '.numscope-results');

function inResults(name: string): string {
  mkdirSync(resultsDir, { recursive: true });
  return join(resultsDir, name);
}

/** The file of a suite's counts; its folder is there. */
export const resultsFile = (suite: string): string => inResults(`${suite}.json`);

/** What the last check complained of, a text for each of its steps that failed, for the closing lines of `.ci/run`. */
export const complaintsFile = (): string => inResults('check-complaints.json');
