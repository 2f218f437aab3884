// `npm start`: builds the console if it changed, then runs the whole product in this very process, so that signals reach it.
import { join } from 'node:path';
import { stale } from './build.ts';
import { root, step } from './steps.ts';

// By a process of its own: the compiler takes hundreds of megabytes, which this one would hold for as long as it serves.
const code = (await stale()).size > 0 ? await step('console', process.execPath, [join(root, 'scripts', 'build.ts')]) : 0;
if (code !== 0) process.exit(code);
await import('../standalone/src/main.ts');
