// `npm test`: the checks, then the unit, contract and service suites. Extra words go to jest (for example a file name);
// after `--engines` they name tests that need real engines.
import { jest, step } from './steps.ts';
import { resultsFile } from './suites.ts';

const words = process.argv.slice(2);
const engines = words[0] === '--engines';
const extra = engines ? words.slice(1) : words;
const check = words.length > 0 ? 0 : await step('check', process.execPath, ['scripts/check.ts']);
const report = ['--json', '--outputFile', resultsFile('tests')];
const tests = await jest('tests', [
  '--config',
  engines ? 'jest.engines.mjs' : 'jest.config.mjs',
  ...(words.length > 0 ? extra : report),
]);
process.exit(check || tests);
