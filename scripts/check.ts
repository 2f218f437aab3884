// Types, lint, dependency rule and formatting: everything that needs no running product.
import { bin, step } from './steps.ts';

const codes = [
  await step('types', bin('tsc'), ['-p', 'tsconfig.json']),
  await step('types of the console', bin('tsc'), ['-p', 'tsconfig.web.json']),
  await step('lint', bin('oxlint'), ['--deny-warnings']),
  await step('documents of the events', process.execPath, ['scripts/events.ts', '--check']),
  await step('format', bin('oxfmt'), ['--check', '.']),
];
process.exit(codes.some((code) => code !== 0) ? 1 : 0);
