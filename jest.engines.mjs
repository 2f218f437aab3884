import { availableParallelism } from 'node:os';
import config from './jest.config.mjs';
import { testsThatOpenRecords } from './scripts/opens-records.mjs';

/** The suites that need real engines; with NUMSCOPE_TEST_STORE=mongo also those of the services that open records, on the records of the distributed way. */
const everything = process.env.NUMSCOPE_TEST_STORE === 'mongo';

export default {
  ...config,
  roots: everything ? ['<rootDir>/services'] : config.roots,
  testMatch: everything
    ? testsThatOpenRecords(import.meta.dirname).map((file) => `<rootDir>/${file}`)
    : ['**/test/engines/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  // Much of their time is waiting for an engine, or for a beat of another instance.
  maxWorkers: 2 * availableParallelism(),
};
