import { afterAll, expect, it } from '@jest/globals';
import { Api } from '../../src/calls/api.ts';
import { eraseWhileKilled } from '../../src/kills/erasure-killed.ts';
import { dropDataDir, freePort, newDataDir } from '../../src/product/installation.ts';
import { filesWith, tablesWith } from '../../src/records/kept-bytes.ts';
import { type Product, startProduct } from '../../src/product/product.ts';
import { full } from '../../src/scale.ts';

const dataDir = newDataDir();
let product: Product;
afterAll(async () => {
  await product?.stop('SIGKILL');
  await dropDataDir(dataDir);
});

it('an erasure that was killed in the middle is finished by the next start', async () => {
  const options = { dataDir, port: await freePort(), embedded: true, env: { SANDBOX: 'true' } };
  product = await startProduct(options);
  let api = await Api.login(product.url);
  const people = await eraseWhileKilled({
    dataDir,
    api: () => api,
    async kill() {
      await product.stop('SIGKILL');
      product = await startProduct(options);
      api = await Api.login(product.url);
    },
    // While jobs, sources, the profile or the events are at it.
    moments: full ? [5, 20, 40, 80, 160] : [20, 80],
    patienceMs: 30_000,
  });
  await product.stop();
  const content = people.flatMap(({ emails, id }) => [...emails, id]);
  expect(tablesWith(dataDir, content)).toEqual([]);
  expect(filesWith(dataDir, content)).toEqual([]);
  const digits = people.map(({ phone }) => phone.slice(1));
  const named = tablesWith(dataDir, digits).filter((place) => !/^audit\.sqlite|^profiles\.sqlite erasures/.test(place));
  expect(named).toEqual([]);
}, 300_000);
