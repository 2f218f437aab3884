import base from '../jest.config.mjs';

/**
 * Settings of the suites that run the whole product: one at a time, each test with minutes. By jest's own runner, in one
 * process, as files may share a product.
 */
export const suite = (folder) => ({
  ...base,
  rootDir: '..',
  roots: [`<rootDir>/e2e/test/${folder}`],
  runner: 'jest-runner',
  transform: {
    '\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          target: 'es2024',
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'es6' },
      },
    ],
  },
  testTimeout: 600_000,
  maxWorkers: 1,
});
