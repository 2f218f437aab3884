import { expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { Api } from '../../src/api.ts';
import { attacked } from '../../src/attack/attacked.ts';
import { listen } from '../../src/attack/heard.ts';
import { isDistributed } from '../../src/installation.ts';
import type { Product } from '../../src/product.ts';
import { sharedProductForAll } from '../../src/tested-product.ts';

const SOON_MS = 1000;
const IN_A_ROW = 30;

let product: Product;
let admin: Api;
sharedProductForAll((opened) => ({ product, admin } = opened), attacked);

it('ends one login within a second at every gateway, with its open lines, and leaves the others', async () => {
  const stolen = await Api.login(product.url);
  const doors = [product.url, ...(isDistributed ? [`http://127.0.0.1:${product.port + 1}`] : [])];
  const line = await listen(stolen);
  const [mine] = (await stolen.call(calls.listSessions)).filter(({ current }) => current);
  await admin.call(calls.endSession, { params: { id: mine?.id ?? '' } });

  const begun = performance.now();
  let last = begun;
  for (let refused = 0; refused < IN_A_ROW;) {
    const statuses = await Promise.all(
      doors.map(async (url) => {
        const answer = await fetch(url + calls.me.path, { headers: { authorization: `Bearer ${stolen.token}` } });
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
    const isOver = statuses.every((status) => status === 401);
    refused = isOver ? refused + 1 : 0;
    if (!isOver) last = performance.now();
    if (performance.now() - begun > 10 * SOON_MS) throw new Error(`it still counts: ${statuses.join()}`);
  }
  expect(last - begun).toBeLessThan(SOON_MS);
  expect(await line.closed).toBe(4401);
  expect(await admin.call(calls.me)).toMatchObject({ userName: 'admin' });
  expect((await admin.call(calls.listSessions)).map(({ id }) => id)).not.toContain(mine?.id);
});
