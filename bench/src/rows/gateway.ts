import autocannon from 'autocannon';
import { Api } from '@numscope/e2e/api';
import { dropDataDir } from '@numscope/e2e/installation';
import { startProduct } from '@numscope/e2e/product';
import { listeningChild } from '../child.ts';
import { percentile, type Row } from '../report.ts';

const CONNECTIONS = 50;
const SECONDS = 3;
const ROUNDS = 3;
const SHARE = 0.5;

async function perSecond(url: string, headers: Record<string, string> = {}): Promise<number> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
}

/** A signed-in call through gateway and service beside a bare Fastify, in turns, because the machine's speed swings within seconds. */
export async function measureGateway(): Promise<Row> {
  const bare = await listeningChild(new URL('../floors/bare-fastify.ts', import.meta.url));
  const product = await startProduct({ env: { RATE_LIMIT: '1000000' } });
  const { token } = await Api.login(product.url);
  const floors: number[] = [];
  const products: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    floors.push(await perSecond(`http://127.0.0.1:${bare.port}/`));
    products.push(await perSecond(`${product.url}/api/auth/me`, { authorization: `Bearer ${token}` }));
  }
  await product.stop('SIGKILL');
  await bare.stop();
  await dropDataDir(product.dataDir);

  const floor = percentile(floors, 0.5);
  const speed = percentile(products, 0.5);
  return {
    work: `a signed-in call through the gateway, ${CONNECTIONS} connections`,
    floor: `${Math.round(floor)}/s (bare Fastify)`,
    product: `${Math.round(speed)}/s (${Math.round((speed / floor) * 100)}%)`,
    bar: `at least ${SHARE * 100}% of bare Fastify`,
    reached: speed >= floor * SHARE,
  };
}
