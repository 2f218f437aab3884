// `npm run e2e`: the API through its door and the console in a real browser, against the whole product.
import { suite } from './suites.ts';

const extra = process.argv.slice(2);
const codes = [await suite('api', extra), await suite('console', extra)];
process.exit(codes.some((code) => code !== 0) ? 1 : 0);
