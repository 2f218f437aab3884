import { suite } from './jest.base.mjs';

const distributed = process.env.PRODUCT === 'distributed';

export default {
  ...suite('attack'),
  // They start one process, whichever way the others run.
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(distributed ? ['/(?:data-folder|engine-passwords)\\.test\\.ts$'] : []),
  ],
};
