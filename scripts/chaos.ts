// `npm run chaos`: the product is killed at random moments; then everything is counted.
import { suite } from './suites.ts';

process.exit(await suite('chaos', process.argv.slice(2)));
