// The closing lines of a CI run: what failed, for who sees only the end of its log, and how many tests passed and
// failed over all suites named on the command line. A suite that left no result, that ran nothing or that skipped a
// test counts as failed.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { complaintsFile, resultsFile } from './results.ts';
import { readResult, type RunResult } from './second-try.ts';
import { root } from './steps.ts';

/** Lines that are shown of a failed test file, and of a failed step of the check. */
const SHOWN_LINES = 25;

const beginning = (text: string): string => stripVTControlCharacters(text).split('\n').slice(0, SHOWN_LINES).join('\n');

function tellFailures(suite: string, { testResults, secondTries = [] }: RunResult): void {
  for (const { name, message } of testResults.filter(({ status }) => status === 'failed'))
    console.log(`suite ${suite}, ${relative(root, name)}:\n${beginning(message)}`);
  for (const { name, message } of secondTries)
    console.log(
      `suite ${suite}, ${relative(root, name)}, which passed only when it was run again:\n${beginning(message)}`,
    );
}

/** `npm test` begins with the check, whose complaints are none of the tests'. */
function tellComplaints(): void {
  if (!existsSync(complaintsFile())) return;
  const complaints = JSON.parse(readFileSync(complaintsFile(), 'utf8')) as string[];
  for (const complaint of complaints) console.log(beginning(complaint));
}

tellComplaints();
let passed = 0;
let failed = 0;
let secondTries = 0;
for (const name of process.argv.slice(2)) {
  const [suite = '', code] = name.split('=');
  const counts = readResult(resultsFile(suite));
  if (counts) tellFailures(suite, counts);
  const ran = counts ? counts.numPassedTests + counts.numFailedTests : 0;
  passed += counts?.numPassedTests ?? 0;
  const faults = counts ? Math.max(counts.numFailedTests + counts.numPendingTests, counts.numFailedTestSuites) : 1;
  const missed = faults === 0 && (ran === 0 || code !== '0') ? 1 : faults;
  if (missed > 0) console.log(`suite ${suite}: ${missed} failed, exit code ${code}`);
  failed += missed;
  secondTries += counts?.secondTries?.length ?? 0;
}
if (secondTries > 0) console.log(`files whose tests passed only when they were run again: ${secondTries}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
