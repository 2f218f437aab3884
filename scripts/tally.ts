// The closing line of a CI run: how many tests passed and failed over all suites named on the command line. A suite that left no
// result, that ran nothing or that skipped a test counts as failed.
import { existsSync, readFileSync } from 'node:fs';
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
  const file = join(resultsDir, `${suite}.json`);
  const counts = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Counts) : null;
  const ran = counts ? counts.numPassedTests + counts.numFailedTests : 0;
  passed += counts?.numPassedTests ?? 0;
  const faults = counts ? Math.max(counts.numFailedTests + counts.numPendingTests, counts.numFailedTestSuites) : 1;
  const missed = faults === 0 && (ran === 0 || code !== '0') ? 1 : faults;
  if (missed > 0) console.log(`suite ${suite}: ${missed} failed, exit code ${code}`);
  failed += missed;
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
