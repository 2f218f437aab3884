import { generateSigningKey } from '@numscope/platform';
import { createTestTokens } from '@numscope/testing';
import { listeningChild } from '../child.ts';
import { middleShare, percentile, type Row } from '../report.ts';
import { requestsPerSecond } from '../requests-per-second.ts';

const CONNECTIONS = 50;
const ROUNDS = 5;
const SHARE = 0.85;

/**
 * A signed-in call through a gateway of its own to a service of its own, beside bare @fastify/http-proxy before the
 * very same service, in turns.
 */
export async function measureProxy(): Promise<Row> {
  const service = await listeningChild(new URL('../floors/bare-fastify.ts', import.meta.url));
  const upstream = `http://127.0.0.1:${service.port}`;
  const bare = await listeningChild(new URL('../floors/bare-proxy.ts', import.meta.url), [upstream]);
  const key = generateSigningKey();
  const gateway = await listeningChild(new URL('../gateway-alone.ts', import.meta.url), [upstream, key]);
  const token = createTestTokens(key).sign(
    { id: 'id-of-admin', userName: 'admin', roles: ['ADMIN'], modules: [] },
    3600,
  );
  const headers = { authorization: `Bearer ${token}` };
  const floors: number[] = [];
  const products: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    floors.push(await requestsPerSecond(`http://127.0.0.1:${bare.port}/api/auth/me`, CONNECTIONS, headers));
    products.push(await requestsPerSecond(`http://127.0.0.1:${gateway.port}/api/auth/me`, CONNECTIONS, headers));
  }
  await Promise.all([gateway.stop(), bare.stop(), service.stop()]);

  const floor = percentile(floors, 0.5);
  const speed = percentile(products, 0.5);
  const share = middleShare(products, floors);
  return {
    work: `a signed-in call through the gateway to a service in another process, ${CONNECTIONS} connections`,
    floor: `${Math.round(floor)}/s (bare @fastify/http-proxy)`,
    product: `${Math.round(speed)}/s (${Math.round(share * 100)}% in the middle of ${ROUNDS} rounds)`,
    bar: `at least ${SHARE * 100}% of bare @fastify/http-proxy`,
    reached: share >= SHARE,
  };
}
