import { expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { Api } from '../../src/calls/api.ts';
import { attacked } from '../../src/attack/attacked.ts';
import { listen } from '../../src/attack/heard.ts';
import { msUntilAll } from '../../src/attack/until-all.ts';
import { isDistributed } from '../../src/product/installation.ts';
import type { Product } from '../../src/product/product.ts';
import { sharedProductForAll } from '../../src/product/tested-product.ts';

/** On a machine that does nothing else. */
const SOON_MS = 1000;

let product: Product;
let admin: Api;
sharedProductForAll((opened) => ({ product, admin } = opened), attacked);

it('ends one login within a second at every gateway, with its open lines, and leaves the others', async () => {
  const stolen = await Api.login(product.url);
  const gateways = [product.url, ...(isDistributed ? [`http://127.0.0.1:${product.port + 1}`] : [])];
  const line = await listen(stolen);
  const [mine] = (await stolen.call(calls.listSessions)).filter(({ current }) => current);
  const statuses = (): Promise<number[]> =>
    Promise.all(
      gateways.map(async (url) => {
        const answer = await fetch(url + calls.me.path, { headers: { authorization: `Bearer ${stolen.token}` } });
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
  const end = () => admin.call(calls.endSession, { params: { id: mine?.id ?? '' } });
  expect(await msUntilAll(end, statuses, 401)).toBeLessThan(SOON_MS);
  expect(await line.closed).toBe(4401);
  expect(await admin.call(calls.me)).toMatchObject({ userName: 'admin' });
  expect((await admin.call(calls.listSessions)).map(({ id }) => id)).not.toContain(mine?.id);
});
