import * as z from 'zod';
import type { Product, ProductOptions } from './product.ts';

/** What the runner tells the process of a file: all that was printed so far and then what comes, and in between where the product is, or why there is none. */
const Told = z.union([
  z.object({ printed: z.string() }),
  z.object({
    product: z.object({
      url: z.string(),
      dataDir: z.string(),
      port: z.number(),
      pid: z.number(),
      readyMs: z.number(),
    }),
  }),
  z.object({ fault: z.string() }),
]);

export type Told = z.infer<typeof Told>;

const refused = (): never => {
  throw new Error('other files of the suite need this product');
};

let asked = false;

/**
 * The product with these settings that the files of a suite share; the runner keeps it.
 * @throws Error when it does not begin, or when the file has one already
 */
export function sharedProduct(question: ProductOptions): Promise<Product> {
  if (asked) throw new Error('a file shares one product, as what it is told does not say of which it is');
  asked = true;
  return new Promise((resolve, reject) => {
    let output = '';
    process.on('message', (message) => {
      const told = Told.parse(message);
      if ('fault' in told) reject(new Error(told.fault));
      else if ('product' in told) resolve({ ...told.product, output: () => output, stop: refused, discard: refused });
      else output += told.printed;
    });
    process.send?.({ question });
  });
}
