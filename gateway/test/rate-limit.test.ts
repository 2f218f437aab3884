import { expect, it } from '@jest/globals';
import { type Call, calls, pathsOf } from '@numscope/contracts';
import { aroundAll } from '@numscope/testing/around';
import { type Setup, setUp } from './setup.ts';

/** Of requests in a second. */
const LIMIT = 3;

let setup: Setup;
aroundAll(
  () => setUp({ rateLimit: LIMIT, trustedProxies: ['loopback'] }),
  (opened) => (setup = opened),
);

const outside: Call[] = Object.values(calls).filter((call: Call) => call.access !== 'service');
const operations = outside.flatMap((call) => pathsOf(call).map((path) => ({ method: call.method, path })));

it('every call that is declared counts for the rate limit of its sender, before anybody looks whose it is', async () => {
  const free: string[] = [];
  for (const [place, { method, path }] of operations.entries()) {
    const url = setup.url + path.replaceAll(/\{\w+\}/g, 'x');
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

it('who has a network of IPv6 is one sender, whichever of its addresses they come from; another network is another', async () => {
  const ask = async (sender: string): Promise<number> => {
    const answer = await fetch(`${setup.url}/api/version`, { headers: { 'x-forwarded-for': sender } });
    await answer.body?.cancel();
    return answer.status;
  };
  const own = await Promise.all(Array.from({ length: 3 * LIMIT }, (_none, n) => ask(`2001:db8:1:2:${n + 1}::${n}`)));
  expect(own).toContain(429);
  expect(await ask('2001:db8:1:3::1')).not.toBe(429);
});

it('the port that a proxy names beside the address makes nobody another sender', async () => {
  const ask = async (sender: string): Promise<number> => {
    const answer = await fetch(`${setup.url}/api/auth/me`, {
      headers: { 'x-forwarded-for': sender, authorization: `Bearer ${setup.test.tokenFor('USER')}` },
    });
    await answer.body?.cancel();
    return answer.status;
  };
  const own = await Promise.all(Array.from({ length: 3 * LIMIT }, (_none, n) => ask(`198.51.100.7:${5000 + n}`)));
  expect(own).toContain(429);
  const other = await Promise.all(Array.from({ length: 3 * LIMIT }, (_none, n) => ask(`[2001:db8:9::${n}]:443`)));
  expect(other).toContain(429);
  const seen = setup.services.seen.map(({ ip }) => ip);
  expect(seen).toContain('198.51.100.7');
  expect(seen.filter((ip) => ip.startsWith('198.51.100.7:') || ip.startsWith('['))).toEqual([]);
});
