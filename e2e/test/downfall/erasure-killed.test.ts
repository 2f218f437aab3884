import { afterAll, expect, it } from '@jest/globals';
import { Api } from '../../src/api.ts';
import { leftOf } from '../../src/erased-bytes.ts';
import { eraseWhileKilled } from '../../src/erasure-killed.ts';
import { killProcess, labelsOf } from '../../src/processes.ts';
import { ONE_OF_EACH, type Product, startProduct } from '../../src/product.ts';

let product: Product;
afterAll(() => product?.discard());

/** Whose processes each kill ends, one kill after the other. */
const kills = [/^profiles-/, /^sources-/, /^(?!gateway-|auth-)/];

it('an erasure is finished by itself when those that are at it are killed in the middle, one service or all', async () => {
  product = await startProduct({ scale: { ...ONE_OF_EACH, sources: 2 }, env: { SANDBOX: 'true' } });
  const api = await Api.login(product.url);
  let next = 0;
  const people = await eraseWhileKilled({
    dataDir: product.dataDir,
    api: () => api,
    async kill() {
      const whom = kills[next++] ?? /^profiles-/;
      const labels = labelsOf(product.dataDir).filter((label) => whom.test(label));
      await Promise.all(labels.map((label) => killProcess(product.dataDir, label)));
    },
    // Other instances of sources are waited for more than two seconds; behind that come the profile, pictures and events.
    moments: [4000, 1000, 2800],
    patienceMs: 120_000,
  });
  const content = people.flatMap(({ emails, id }) => [...emails, id]);
  for (const { phone } of people) expect(await leftOf(product, phone.slice(1), content)).toEqual([]);
}, 600_000);
