import { suite } from './jest.base.mjs';

const distributed = process.env.PRODUCT === 'distributed';

export default {
  ...suite('attack'),
  testEnvironment: '<rootDir>/e2e/jest.environment.mjs',
  globalTeardown: '<rootDir>/e2e/jest.end.mjs',
  // It starts one process on its own files, whichever way the others run.
  testPathIgnorePatterns: ['/node_modules/', ...(distributed ? ['/data-folder\\.test\\.ts$'] : [])],
};
