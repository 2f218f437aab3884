import { Api } from '@numscope/e2e/calls/api';
import { dropDataDir } from '@numscope/e2e/product/installation';
import { startProduct } from '@numscope/e2e/product/product';
import { listeningChild } from '../child.ts';
import { middleShare, percentile, type Row } from '../report.ts';
import { requestsPerSecond } from '../requests-per-second.ts';

const CONNECTIONS = 50;
const ROUNDS = 5;
const SHARE = 0.5;

/**
 * A signed-in call through gateway and service beside a bare Fastify, in turns, because the machine's speed swings
 * within seconds.
 */
export async function measureGateway(): Promise<Row> {
  const bare = await listeningChild(new URL('../floors/bare-fastify.ts', import.meta.url));
  const product = await startProduct({ env: { RATE_LIMIT: '1000000' } });
  const { token } = await Api.login(product.url);
  const floors: number[] = [];
  const products: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    floors.push(await requestsPerSecond(`http://127.0.0.1:${bare.port}/`, CONNECTIONS));
    products.push(
      await requestsPerSecond(`${product.url}/api/auth/me`, CONNECTIONS, { authorization: `Bearer ${token}` }),
    );
  }
  await product.stop('SIGKILL');
  await bare.stop();
  await dropDataDir(product.dataDir);

  const floor = percentile(floors, 0.5);
  const speed = percentile(products, 0.5);
  const share = middleShare(products, floors);
  return {
    work: `a signed-in call through the gateway, ${CONNECTIONS} connections`,
    floor: `${Math.round(floor)}/s (bare Fastify)`,
    product: `${Math.round(speed)}/s (${Math.round(share * 100)}% in the middle of ${ROUNDS} rounds)`,
    bar: `at least ${SHARE * 100}% of bare Fastify`,
    reached: share >= SHARE,
  };
}
