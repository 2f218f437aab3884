// `npm start`: builds the console if it changed, then runs the whole product in this very process, so that signals reach it.
import { buildConsole } from './build.ts';

await buildConsole();
await import('../standalone/src/main.ts');
