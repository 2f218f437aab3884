import { expect, it } from '@jest/globals';
import { type Call, calls, pathsOf } from '@numscope/contracts';
import { aroundAll } from '@numscope/testing/around';
import { type House, openHouse } from './gateway-house.ts';

/** Of requests in a second. */
const LIMIT = 3;

let house: House;
aroundAll(
  () => openHouse({ rateLimit: LIMIT, trustedProxies: ['loopback'] }),
  (opened) => (house = opened),
);

const outside: Call[] = Object.values(calls).filter((call: Call) => call.access !== 'service');
const operations = outside.flatMap((call) => pathsOf(call).map((path) => ({ method: call.method, path })));

it('every call that is declared counts for the rate limit of its sender, before anybody looks whose it is', async () => {
  const free: string[] = [];
  for (const [place, { method, path }] of operations.entries()) {
    const url = house.url + path.replaceAll(/\{\w+\}/g, 'x');
    // Each has a sender of its own, so that none is refused for another.
    const sender = `203.0.${Math.trunc(place / 200)}.${place % 200}`;
    const ask = async (): Promise<number> => {
      const answer = await fetch(url, { method, headers: { 'x-forwarded-for': sender } });
      await answer.body?.cancel();
      return answer.status;
    };
    const first = await ask();
    const more = await Promise.all(Array.from({ length: 3 * LIMIT }, ask));
    if (first === 429 || !more.includes(429)) free.push(`${method} ${path}: ${first}, ${more.join(' ')}`);
  }
  expect(free).toEqual([]);
  expect(operations.length).toBeGreaterThan(100);
});
