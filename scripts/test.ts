// `npm test`: the checks, then the unit, contract and service suites. Extra words go to jest (for example a file name).
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { jest, step } from './steps.ts';
import { resultsDir } from './suites.ts';

const extra = process.argv.slice(2);
mkdirSync(resultsDir, { recursive: true });
const check = extra.length > 0 ? 0 : await step('check', process.execPath, ['scripts/check.ts']);
const report = ['--json', '--outputFile', join(resultsDir, 'tests.json')];
const tests = await jest('tests', ['--config', 'jest.config.mjs', ...(extra.length > 0 ? extra : report)]);
process.exit(check || tests);
