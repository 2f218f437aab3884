import { aroundAll } from '@numscope/testing/around';
import { Api } from './api.ts';
import { dropDataDir } from './installation.ts';
import { type Product, startProduct } from './product.ts';

export interface TestedProduct {
  product: Product;
  /** Signed in as the first administrator. */
  admin: Api;
}

async function open(options: Parameters<typeof startProduct>[0]): Promise<TestedProduct & { close(): Promise<void> }> {
  const product = await startProduct(options);
  const close = async (): Promise<void> => {
    await product.stop();
    await dropDataDir(product.dataDir);
  };
  try {
    return { product, admin: await Api.login(product.url), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A product for all tests of the file, with a data folder of its own. */
export const productForAll = (
  take: (opened: TestedProduct) => void,
  options: Parameters<typeof startProduct>[0] = {},
): void => aroundAll(() => open(options), take);
