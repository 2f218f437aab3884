import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { resultsFile } from '../../scripts/results.ts';
import { type FileResult, type RunResult, withSecondTries } from '../../scripts/second-try.ts';
import { tempDir } from '../../packages/testing/src/temp-dir.ts';
import { root } from './code.ts';

const dir = tempDir();
/** A name that no suite has. */
const suite = 'tried-by-a-test';
afterAll(() => {
  for (const name of [suite, `${suite}.second-try`]) rmSync(resultsFile(name), { force: true });
  dir.remove();
});

const fileOf = (name: string, passed: number, failed: number): FileResult => ({
  name,
  status: failed > 0 ? 'failed' : 'passed',
  message: failed > 0 ? `${name} expected 1` : '',
  assertionResults: [
    ...Array.from({ length: passed }, () => ({ status: 'passed' })),
    ...Array.from({ length: failed }, () => ({ status: 'failed' })),
  ],
});

const runOf = (files: FileResult[]): RunResult => {
  const count = (status: string): number =>
    files.flatMap(({ assertionResults }) => assertionResults).filter((one) => one.status === status).length;
  return {
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numPendingTests: 0,
    numFailedTestSuites: files.filter(({ status }) => status === 'failed').length,
    testResults: files,
  };
};

it('counts what passes at its second try as passed, and keeps why it failed', () => {
  const first = runOf([fileOf('a', 3, 0), fileOf('b', 4, 2), fileOf('c', 1, 1)]);
  const result = withSecondTries(first, runOf([fileOf('b', 6, 0), fileOf('c', 1, 1)]));
  expect(result).toMatchObject({ numPassedTests: 10, numFailedTests: 1, numFailedTestSuites: 1 });
  expect(result.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)).toEqual(['c']);
  expect(result.secondTries).toEqual([fileOf('b', 4, 2)]);
});

it('counts a file that ended before its tests', () => {
  const first = runOf([{ ...fileOf('a', 0, 1), assertionResults: [] }]);
  expect(first.numFailedTestSuites).toBe(1);
  expect(withSecondTries(first, runOf([fileOf('a', 5, 0)]))).toMatchObject({
    numPassedTests: 5,
    numFailedTests: 0,
    numFailedTestSuites: 0,
  });
});

const jestWithResult = (files: Record<string, string>): { code: number | null; output: string } => {
  const place = mkdtempSync(join(dir.path, 'run-'));
  for (const [name, body] of Object.entries(files))
    writeFileSync(
      join(place, `${name}.test.js`),
      `const { existsSync, writeFileSync } = require('node:fs'); test('passes', () => { ${body} });`,
    );
  writeFileSync(join(place, 'package.json'), '{ "name": "tried" }');
  // Neither Babel nor a process of jest's own has anything to do for files of a line.
  const config = JSON.stringify({ rootDir: place, transform: {}, maxWorkers: 1 });
  const script = `
    import { jestWithResult } from ${JSON.stringify(join(root, 'scripts/second-try.ts'))};
    process.exit(await jestWithResult('${suite}', 'tried', ['--config', ${JSON.stringify(config)}], { files: [] }));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, SECOND_TRY: 'true' },
  });
  return { code: status, output: stdout + stderr };
};
/** Fails the first time that it runs. */
const once = (name: string): string =>
  `const mark = __dirname + '/${name}.ran'; if (!existsSync(mark)) { writeFileSync(mark, ''); throw new Error('once'); }`;

it('runs a file that failed once more', () => {
  const { code, output } = jestWithResult({ one: once('one'), fine: '' });
  expect(output).toContain('second try of');
  expect(code).toBe(0);
});

it('fails for what fails twice', () => {
  const { code, output } = jestWithResult({ two: 'throw new Error()', also: once('also') });
  expect(output).toMatch(/2 failed, 2 total[^]*1 failed, 1 passed, 2 total/);
  expect(code).toBe(1);
});

it('does not try again what fails in more files', () => {
  const { code, output } = jestWithResult({ x: once('x'), y: once('y'), z: once('z') });
  expect(output).toContain('3 failed, 3 total');
  expect(output).not.toContain('second try of');
  expect(code).toBe(1);
});
