// Runs one suite by its name; for .ci/run, which tells the suites apart.
import { suite, suiteNames } from './suites.ts';

const [wanted, ...extra] = process.argv.slice(2);
const name = suiteNames.find((known) => known === wanted);
if (!name) throw new Error(`no such suite: ${wanted}; there are ${suiteNames.join(', ')}`);
process.exit(await suite(name, extra));
