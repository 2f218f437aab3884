import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askUntil } from '@numscope/testing/ask-until';
import { isDistributed } from '../product/installation.ts';
import type { Product, ProductOptions } from '../product/product.ts';

/**
 * One whose sources each file that shares it binds anew by `bindSources`. It tells when they are taken, and has two of whatever some of these files need
 * two of.
 */
export const bindable: ProductOptions = {
  sources: 'sources: {}\n',
  // What is taken is told as information.
  env: { LOG_LEVEL: 'info', RATE_LIMIT: '1000000' },
  twoOf: ['auth', 'jobs', 'profiles', 'sources'],
};

/** How many processes of it ask sources. */
export const ASKING = isDistributed ? 2 : 1;

const timesTold = (product: Product, what: string): number =>
  product.output().split(`the sources file has changed and ${what}`).length - 1;

/** Has the product with those settings ask these sources, in the place of all that were bound before, and resolves when each of its processes does. */
export async function bindSources(product: Product, sources: string): Promise<void> {
  const before = { taken: timesTold(product, 'was taken'), faulty: timesTold(product, 'has faults') };
  writeFileSync(join(product.dataDir, 'sources.yaml'), sources);
  const isFaulty = (): boolean => timesTold(product, 'has faults') > before.faulty;
  await askUntil(() => isFaulty() || timesTold(product, 'was taken') >= before.taken + ASKING);
  if (isFaulty()) throw new Error(`the sources were not taken:\n${product.output().split('\n').slice(-20).join('\n')}`);
}
