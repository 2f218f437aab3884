import { bin, step } from './steps.ts';

process.exit(await step('format', bin('oxfmt'), ['.']));
