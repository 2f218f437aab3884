import { suite } from './jest.base.mjs';

/** Each file has a product and a browser of its own. */
export default { ...suite('console'), runner: '<rootDir>/scripts/jest/runner.mjs', transform: {}, maxWorkers: 2 };
