import { suite } from './jest.base.mjs';

const distributed = process.env.PRODUCT === 'distributed';

export default {
  ...suite('api'),
  // They are about one process, whichever way the others run.
  testPathIgnorePatterns: ['/node_modules/', ...(distributed ? ['/(?:quota-renewal|stalls)\\.test\\.ts$'] : [])],
};
