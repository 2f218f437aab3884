// `npm test`: the checks, then the unit, contract and service suites. Extra words go to jest (for example a file name);
// after `--engines` they name tests that need real engines.
import { jestWithResult } from './second-try.ts';
import { jest, step } from './steps.ts';

const words = process.argv.slice(2);
const engines = words[0] === '--engines';
const extra = engines ? words.slice(1) : words;
const check = words.length > 0 ? 0 : await step('check', process.execPath, ['scripts/check.ts']);
const config = ['--config', engines ? 'jest.engines.mjs' : 'jest.config.mjs'];
const tests =
  words.length > 0
    ? await jest('tests', [...config, ...extra])
    : await jestWithResult('tests', 'tests', config, { files: [] });
process.exit(check || tests);
