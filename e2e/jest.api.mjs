import { suite } from './jest.base.mjs';

const distributed = process.env.PRODUCT === 'distributed';

export default {
  ...suite('api'),
  // Each waits much of its time. In the distributed way the processes of one product keep both cores busy.
  maxWorkers: distributed ? 1 : 2,
  // They are about one process, whichever way the others run.
  testPathIgnorePatterns: ['/node_modules/', ...(distributed ? ['/(?:quota-renewal|stalls)\\.test\\.ts$'] : [])],
};
