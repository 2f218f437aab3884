export { endSharedProducts as default } from './src/shared-products.ts';
