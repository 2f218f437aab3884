import { afterAll, expect, it } from '@jest/globals';
import { Api } from '../../src/calls/api.ts';
import { mostMemory } from '../../src/calls/exchange.ts';
import { type ImportSizes, importWhileKilled, makeExport } from '../../src/kills/import-killed.ts';
import { dropDataDir, freePort, newDataDir } from '../../src/product/installation.ts';
import { type Product, startProduct } from '../../src/product/product.ts';
import { scaled } from '../../src/scale.ts';

const sizes: ImportSizes = {
  profiles: scaled(6000, 1_000_000),
  kills: scaled(2, 10),
  patienceMs: scaled(120_000, 3_600_000),
  mostMemoryMb: 1500,
};
const folder = newDataDir();
const [firstDir, secondDir] = [newDataDir(), newDataDir()];
let product: Product;

afterAll(async () => {
  await product?.stop('SIGKILL');
  for (const dir of [folder, firstDir, secondDir]) await dropDataDir(dir);
});

it(
  'an export imports into an empty installation as the same lines, whenever that is killed',
  async () => {
    let api: Api;
    const open = async (options: Parameters<typeof startProduct>[0]): Promise<void> => {
      product = await startProduct(options);
      api = await Api.login(product.url);
    };
    const exchanging = { api: () => api, memory: () => mostMemory(product.pid) };
    await open({ dataDir: firstDir });
    expect(await makeExport(exchanging, folder, sizes)).toBeLessThan(sizes.mostMemoryMb);
    await product.stop('SIGKILL');

    const second = { dataDir: secondDir, port: await freePort() };
    await open(second);
    const kill = async (): Promise<void> => {
      await product.stop('SIGKILL');
      await open(second);
    };
    await importWhileKilled({ ...exchanging, kill }, folder, sizes);
  },
  3 * sizes.patienceMs,
);
