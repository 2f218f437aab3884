// `npm run bench`: the product beside bare floors. Results go to bench/results.md.
import { step } from './steps.ts';

process.exit(await step('bench', process.execPath, ['bench/src/main.ts', ...process.argv.slice(2)]));
