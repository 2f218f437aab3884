import { aroundAll } from '@numscope/testing/around';
import { Api } from '../calls/api.ts';
import { keepOutput, type Product, type ProductOptions, startProduct } from './product.ts';
import { sharedProduct } from './shared-product.ts';

export interface TestedProduct {
  product: Product;
  /** Signed in as the first administrator. */
  admin: Api;
}

async function open(options: ProductOptions): Promise<TestedProduct & { close(): Promise<void> }> {
  const product = await startProduct(options);
  const close = (): Promise<void> => product.discard();
  try {
    return { product, admin: await Api.login(product.url), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A product for all tests of the file, with a data folder of its own. */
export const productForAll = (take: (opened: TestedProduct) => void, options: ProductOptions = {}): void =>
  aroundAll(() => open(options), take);

/** With made-up people, and for as many calls as a suite makes. */
export const usual: ProductOptions = { env: { SANDBOX: 'true', RATE_LIMIT: '1000000' } };

/** The usual one, for tests that are about no service's instances. */
export const oneOfEach: ProductOptions = { ...usual, twoOf: [] };

/**
 * A product for all tests of the file, shared with the files of the suite that ask for the same settings: for tests that neither end nor change it, that
 * have users, jobs and numbers of their own, and that mind nothing that others left there. Those that need sources share one whose sources each binds anew,
 * by other names than the others' (`bindSources`). A file has its own where it needs settings of its own (`provider-kinds`, `webhooks`), looks at all that
 * is kept (`erasure`, `faces`), measures a start or the loop (`bind-twilio`, `event-loop`), or ends it (`retention`).
 */
export const sharedProductForAll = (take: (opened: TestedProduct) => void, options = usual): void =>
  aroundAll(async () => {
    const product = await sharedProduct(options);
    keepOutput(product);
    return { product, admin: await Api.login(product.url), close: async () => undefined };
  }, take);
