import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { jest, root } from './steps.ts';
import { resultsFile } from './results.ts';

/** What jest tells of a file of tests. `name` is its path. */
export interface FileResult {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string }[];
}

/** What jest tells of a run, and which of its files passed only when they were run once more. */
export interface RunResult {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numFailedTestSuites: number;
  testResults: FileResult[];
  /** The first result of each file that was tried again. */
  secondTries?: FileResult[];
}

/** What fails for a reason of its own fails in more files than these. */
const MOST_FILES = 2;

export const readResult = (file: string): RunResult | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RunResult) : null;

const passedIn = ({ assertionResults }: FileResult): number =>
  assertionResults.filter(({ status }) => status === 'passed').length;
const failedIn = ({ assertionResults }: FileResult): number =>
  assertionResults.filter(({ status }) => status === 'failed').length;

/** The result of a run in which files that passed at their second try count as passed. */
export function withSecondTries(first: RunResult, second: RunResult): RunResult {
  const passed = new Map(second.testResults.filter(({ status }) => status === 'passed').map((one) => [one.name, one]));
  const mended = first.testResults.filter(({ name, status }) => status === 'failed' && passed.has(name));
  const result: RunResult = { ...first, secondTries: mended };
  for (const before of mended) {
    const after = passed.get(before.name);
    if (!after) continue;
    result.numPassedTests += passedIn(after) - passedIn(before);
    result.numFailedTests -= failedIn(before);
    result.numFailedTestSuites--;
  }
  result.testResults = first.testResults.map((one) => (mended.includes(one) ? (passed.get(one.name) ?? one) : one));
  return result;
}

/**
 * Runs a suite by jest, with its result in the suite's file. With `SECOND_TRY` set, one or two files of it that failed are run
 * once more, in a process of their own; which passed only then stands in the result.
 * @returns the exit code
 */
export async function jestWithResult(
  suite: string,
  title: string,
  args: readonly string[],
  { files, env = {} }: { files: readonly string[]; env?: NodeJS.ProcessEnv },
): Promise<number> {
  const file = resultsFile(suite);
  const code = await jest(title, [...args, '--json', '--outputFile', file, ...files], env);
  const first = code === 0 ? null : readResult(file);
  const failed = first?.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name) ?? [];
  if (!process.env['SECOND_TRY'] || !first || failed.length === 0 || failed.length > MOST_FILES) return code;
  const again = resultsFile(`${suite}.second-try`);
  const names = failed.map((name) => relative(root, name)).join(', ');
  await jest(`second try of ${names}`, [...args, '--json', '--outputFile', again, '--runTestsByPath', ...failed], env);
  const second = readResult(again);
  if (!second) return code;
  const result = withSecondTries(first, second);
  writeFileSync(file, JSON.stringify(result));
  return result.numFailedTests === 0 && result.numFailedTestSuites === 0 ? 0 : code;
}
