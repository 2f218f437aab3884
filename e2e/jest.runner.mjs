import Runner from '../scripts/jest/runner.mjs';
import { answerFile, endSharedProducts } from './src/product/shared-products.ts';

/** Runs each file in a process of its own, and keeps the products that files share, which they ask it for. */
export default class extends Runner {
  groupOf = (path) => path;

  onQuestion = answerFile;

  async runTests(...given) {
    try {
      await super.runTests(...given);
    } finally {
      await endSharedProducts();
    }
  }
}
