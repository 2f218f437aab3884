// `npm run prove`: every suite and benchmark at the sizes the product promises. Takes about an hour and a half;
// bench/results.md is committed, and what the suites print of their sizes in bench/proofs.md.
import { step } from './steps.ts';
import { suite, suiteNames } from './suites.ts';

process.env['SCALE'] = 'full';
const codes = [await step('tests', process.execPath, ['scripts/test.ts'])];
for (const name of suiteNames) codes.push(await suite(name));
codes.push(await step('bench', process.execPath, ['bench/src/main.ts']));
process.exit(codes.some((code) => code !== 0) ? 1 : 0);
