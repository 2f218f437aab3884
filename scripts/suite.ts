// Runs one suite by its name; for .ci/run, which tells the suites apart.
import { suite, suiteNames } from './suites.ts';

const [wanted, ...extra] = process.argv.slice(2);
const name = suiteNames.find((known) => known === wanted);
if (!name) {
  console.error(`There is no suite ${wanted ?? 'without a name'}; there are ${suiteNames.join(', ')}.`);
  process.exit(1);
}
process.exit(await suite(name, extra));
