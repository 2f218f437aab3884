import { TestEnvironment } from 'jest-environment-node';
import { sharedProduct } from './src/shared-products.ts';

/** That of Node.js, with a way to the products that files share. */
export default class extends TestEnvironment {
  constructor(...given) {
    super(...given);
    this.global.sharedProduct = sharedProduct;
  }
}
