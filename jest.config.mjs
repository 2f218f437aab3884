import { availableParallelism } from 'node:os';

/** Unit, contract and service suites. What needs real engines has jest.engines.mjs; the browser and chaos suites have their own configuration in e2e/. */
export default {
  // A package of the same name as its source's.
  modulePathIgnorePatterns: ['<rootDir>/packages/client/dist/'],
  testEnvironment: 'node',
  roots: [
    '<rootDir>/packages',
    '<rootDir>/services',
    '<rootDir>/gateway',
    '<rootDir>/standalone',
    '<rootDir>/frontends',
    '<rootDir>/examples',
    '<rootDir>/infra',
  ],
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/test/engines/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  runner: '<rootDir>/scripts/jest/runner.mjs',
  // Node.js takes the types away.
  transform: {},
  // It ends what hangs; how quick something is tests measure themselves. Another suite may have the processors meanwhile.
  testTimeout: 180_000,
  // A test that failed may leave a connection open; the suite must come to its end all the same.
  forceExit: true,
  // Half of them wait, for a time or a file, while the others work.
  maxWorkers: 2 * availableParallelism(),
};
