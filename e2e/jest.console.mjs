import { suite } from './jest.base.mjs';

/** Each file has a product and a browser of its own. */
export default { ...suite('console'), maxWorkers: 2 };
