// `npm test`: the checks, then the unit, contract and service suites. Extra words go to jest (for example a file name).
import { jest, step } from './steps.ts';

const extra = process.argv.slice(2);
const check = extra.length > 0 ? 0 : await step('check', process.execPath, ['scripts/check.ts']);
const tests = await jest('tests', ['--config', 'jest.config.mjs', ...extra]);
process.exit(check || tests);
