import { expect, it } from '@jest/globals';
import { mostMemory } from '../../src/calls/exchange.ts';
import { type ImportSizes, importWhileKilled, makeExport } from '../../src/kills/import-killed.ts';
import { type KilledProduct, killedProduct } from '../../src/kills/killed-product.ts';
import { ownFolders } from '../../src/product/own-folders.ts';
import { scaled } from '../../src/scale.ts';

const sizes: ImportSizes = {
  profiles: scaled(6000, 1_000_000),
  kills: scaled(2, 10),
  patienceMs: scaled(120_000, 3_600_000),
  mostMemoryMb: 1500,
};
const newFolder = ownFolders();
const [first, second] = [killedProduct(), killedProduct()];
const exchanging = (one: KilledProduct) => ({ ...one, memory: () => mostMemory(one.product().pid) });

it(
  'an export imports into an empty installation as the same lines, whenever that is killed',
  async () => {
    const folder = newFolder();
    await first.start();
    expect(await makeExport(exchanging(first), folder, sizes)).toBeLessThan(sizes.mostMemoryMb);
    await first.product().stop('SIGKILL');

    await second.start();
    await importWhileKilled(exchanging(second), folder, sizes);
  },
  3 * sizes.patienceMs,
);
