import { afterAll } from '@jest/globals';
import { Api } from '../calls/api.ts';
import { dropDataDir, freePort, newDataDir } from '../product/installation.ts';
import { type Product, type ProductOptions, startProduct } from '../product/product.ts';

/** An installation that a test kills while it asks it for something. */
export interface Killable {
  /** Signed in as the administrator, anew after each kill that ended its sessions. */
  api(): Api;
  /** Resolves once it runs again. */
  kill(): Promise<void>;
}

/** One product in its folder and at its port. */
export interface KilledProduct extends Killable {
  readonly dataDir: string;
  start(options?: ProductOptions): Promise<void>;
  /** As it was begun last. */
  product(): Product;
}

/** A product for the tests of the file that calls it, of which nothing is left after them. */
export function killedProduct(): KilledProduct {
  const dataDir = newDataDir();
  let options: ProductOptions = {};
  let running: { product: Product; api: Api } | undefined;
  const now = () => {
    if (running === undefined) throw new Error('the product has not started');
    return running;
  };
  const begin = async (): Promise<void> => {
    const product = await startProduct(options);
    running = { product, api: await Api.login(product.url) };
  };
  afterAll(async () => {
    await running?.product.stop('SIGKILL');
    await dropDataDir(dataDir);
  });
  return {
    dataDir,
    async start(given) {
      options = { ...given, dataDir, port: await freePort() };
      await begin();
    },
    async kill() {
      await now().product.stop('SIGKILL');
      await begin();
    },
    api: () => now().api,
    product: () => now().product,
  };
}
