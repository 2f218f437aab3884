import base from '../jest.config.mjs';

/** Settings of the suites that run the whole product: one at a time, each test with minutes. */
export const suite = (folder) => ({
  ...base,
  rootDir: '..',
  roots: [`<rootDir>/e2e/test/${folder}`],
  runner: '<rootDir>/e2e/jest.runner.mjs',
  testTimeout: 600_000,
  maxWorkers: 1,
});
