import { suite } from './jest.base.mjs';

/** Each file has a product of its own, and waits much of its time. */
export default { ...suite('chaos'), maxWorkers: 2 };
