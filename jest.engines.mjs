import { availableParallelism } from 'node:os';
import config from './jest.config.mjs';

/** The suites that need real engines; with NUMSCOPE_TEST_STORE=mongo also those of the services, on the records of the distributed way. */
const everything = process.env.NUMSCOPE_TEST_STORE === 'mongo';

export default {
  ...config,
  roots: everything ? ['<rootDir>/services'] : config.roots,
  testMatch: everything ? ['**/services/*/test/*.test.ts'] : ['**/test/engines/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 60_000,
  // Much of their time is waiting for an engine.
  maxWorkers: availableParallelism() + 1,
};
