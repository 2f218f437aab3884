import { afterAll, expect, it } from '@jest/globals';
import { Api } from '../../src/api.ts';
import { mostMemory } from '../../src/exchange.ts';
import { type ImportSizes, importWhileKilled, makeExport } from '../../src/import-killed.ts';
import { dropDataDir, newDataDir } from '../../src/installation.ts';
import { killProcess, labelsOf, pidOf } from '../../src/processes.ts';
import { type Product, startProduct } from '../../src/product.ts';
import { scaled } from '../../src/scale.ts';

const sizes: ImportSizes = {
  profiles: scaled(3000, 100_000),
  kills: scaled(2, 10),
  patienceMs: scaled(240_000, 3_600_000),
  mostMemoryMb: 1000,
};
const folder = newDataDir();
let product: Product;

afterAll(async () => {
  await product?.discard();
  await dropDataDir(folder);
});

it(
  'an export imports into an empty installation as the same lines, whenever all that keep profiles are killed',
  async () => {
    let api: Api;
    const labels = (): string[] => labelsOf(product.dataDir).filter((label) => label.startsWith('profiles-'));
    const memory = async (): Promise<number> =>
      Math.max(...(await Promise.all(labels().map((label) => mostMemory(pidOf(product.dataDir, label) ?? 0)))));
    const exchanging = { api: () => api, memory };
    product = await startProduct();
    api = await Api.login(product.url);
    expect(await makeExport(exchanging, folder, sizes)).toBeLessThan(sizes.mostMemoryMb);
    await product.discard();

    product = await startProduct();
    api = await Api.login(product.url);
    const kill = async (): Promise<void> =>
      void (await Promise.all(labels().map((label) => killProcess(product.dataDir, label))));
    await importWhileKilled({ ...exchanging, kill }, folder, sizes);
  },
  3 * sizes.patienceMs,
);
