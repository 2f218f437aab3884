// `npm run e2e`: the API over HTTP and the console in a real browser, against the whole product.
import { suite } from './suites.ts';

if (process.argv.length > 2) {
  // Of the two suites one has no such file, which counts as failed.
  console.error('This runs all of both; some files of one by "node scripts/run.mjs suite api|console PATTERN".');
  process.exit(1);
}
const codes = [await suite('api'), await suite('console')];
process.exit(codes.some((code) => code !== 0) ? 1 : 0);
