// The closing line of a CI run: how many tests passed and failed over all suites named on the command line. A suite that left no
// result, that ran nothing or that skipped a test counts as failed.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resultsDir } from './suites.ts';

interface Counts {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numFailedTestSuites: number;
}

let passed = 0;
let failed = 0;
for (const name of process.argv.slice(2)) {
  const [suite, code] = name.split('=');
  const parts = (existsSync(resultsDir) ? readdirSync(resultsDir) : [])
    .filter((file) => file.startsWith(`${suite}.`))
    .map((file) => JSON.parse(readFileSync(join(resultsDir, file), 'utf8')) as Counts);
  const sum = (count: (part: Counts) => number): number => parts.reduce((all, part) => all + count(part), 0);
  const ran = sum((part) => part.numPassedTests + part.numFailedTests);
  passed += sum((part) => part.numPassedTests);
  const faults = sum((part) => Math.max(part.numFailedTests + part.numPendingTests, part.numFailedTestSuites));
  const missed = faults === 0 && (ran === 0 || code !== '0') ? 1 : faults;
  if (missed > 0) console.log(`suite ${suite}: ${missed} failed, exit code ${code}`);
  failed += missed;
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
