// Types, lint, dependency rule, dead matter and formatting: everything that needs no running product.
import { bin, step } from './steps.ts';

/** What the last check found is kept, so that only what a change reaches is checked again. */
const types = (config: string): string[] => [
  '-p',
  config,
  '--incremental',
  '--tsBuildInfoFile',
  `node_modules/.types/${config}`,
];

const codes = [
  await step('types', bin('tsc'), types('tsconfig.json')),
  await step('types of the console', bin('tsc'), types('tsconfig.web.json')),
  await step('types of the client elsewhere', bin('tsc'), ['-p', 'packages/client/tsconfig.build.json']),
  await step('lint', bin('oxlint'), ['--deny-warnings']),
  await step('exports, files and packages that nobody uses', bin('knip'), ['--no-config-hints', '--no-progress']),
  await step('texts, codes and settings that nobody names', process.execPath, ['scripts/unused-texts.ts']),
  await step('documents of the events', process.execPath, ['scripts/events.ts', '--check']),
  await step('format', bin('oxfmt'), ['--check', '.']),
];
process.exit(codes.some((code) => code !== 0) ? 1 : 0);
