// `npm run prove`: every suite and benchmark at the sizes the product promises. Takes about an hour; bench/results.md and what it prints are committed.
import { step } from './steps.ts';
import { suite } from './suites.ts';

process.env['SCALE'] = 'full';
const codes = [
  await step('tests', process.execPath, ['scripts/test.ts']),
  await suite('engines'),
  await suite('stores'),
  await suite('api'),
  await suite('console'),
  await suite('chaos'),
  await step('bench', process.execPath, ['bench/src/main.ts']),
];
process.exit(codes.some((code) => code !== 0) ? 1 : 0);
