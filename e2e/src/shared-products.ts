import { type Product, type ProductOptions, startProduct } from './product.ts';

// Loaded by jest itself, not by its tests, of which each file has modules of its own.

const begun = new Map<string, Promise<Product>>();

/** The product with these settings that all files of a suite share. It is begun for the first that asks. */
export function sharedProduct(options: ProductOptions): Promise<Product> {
  const key = JSON.stringify(options);
  const known = begun.get(key) ?? startProduct(options);
  begun.set(key, known);
  return known;
}

/** Ends all of them, and removes what they keep. */
export async function endSharedProducts(): Promise<void> {
  for (const product of await Promise.all(begun.values())) await product.discard();
}
