// Runs one suite of e2e/ by its name; for .ci/run, which tells the suites apart.
import { suite } from './suites.ts';

const [name, ...extra] = process.argv.slice(2);
if (name !== 'api' && name !== 'console' && name !== 'chaos') throw new Error(`no such suite: ${name}`);
process.exit(await suite(name, extra));
