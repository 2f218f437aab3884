import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { type Call, calls, ErrorBody, limits } from '@numscope/contracts';
import { bearer, type Setup, setUp } from './setup.ts';

const A_MINUTE = 3;

let setup: Setup;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await setup.close();
});

const costly = Object.entries<Call>(calls).filter(([, call]) => call.costly);
const ofUsers = costly.filter(([, call]) => call.access !== 'public');
const pathOf = (call: Call): string => call.path.replaceAll(/\{\w+\}/g, '1');

async function ask(call: Call, token: string) {
  const answer = await fetch(setup.url + pathOf(call), { method: call.method, headers: bearer(token) });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() };
}

it.each([{ overHttp: false }, { overHttp: true }])(
  'each costly call of a user is answered so often a minute, and 429 from then on: %j',
  async ({ overHttp }) => {
    setup = await setUp({ costlyPerMinute: A_MINUTE, overHttp });
    const [first, second] = [setup.test.tokenFor('ADMIN'), setup.test.tokenFor('ADMIN', 'second')];
    const free: string[] = [];
    for (const [name, call] of ofUsers) {
      const before: number[] = [];
      for (let n = 0; n < A_MINUTE; n++) before.push((await ask(call, first)).status);
      const reached = setup.services.seen.length;
      const refused = await ask(call, first);
      const isRefused =
        refused.status === 429 && ErrorBody.parse(JSON.parse(refused.text)).code === 'TOO_MANY_REQUESTS';
      const seconds = Number(refused.retryAfter);
      if (before.includes(429) || !isRefused || seconds < 1 || seconds > 60) free.push(`${name}: ${before.join(' ')}`);
      // Nothing of it came to a service, and nobody else is held up, nor is another call.
      if (setup.services.seen.length !== reached) free.push(`${name}: went on`);
      if ((await ask(call, second)).status === 429) free.push(`${name}: of another`);
    }
    expect(free).toEqual([]);
    expect((await ask(calls.countryStatistics, first)).status).toBe(200);
  },
);

/** A call whose body does not come to its end: it stays under way. */
function unended(call: Call, token: string): Promise<string> {
  const { hostname, port } = new URL(setup.url);
  const socket = connect({ host: hostname, port: Number(port) });
  sockets.push(socket);
  socket.write(
    `${call.method} ${pathOf(call)} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 10\r\n\r\n{`,
  );
  return new Promise((resolve) => socket.setEncoding('utf8').once('data', (chunk: string) => resolve(chunk)));
}

it('few of a costly call of one user are under way at once', async () => {
  setup = await setUp();
  const [token, other] = [setup.test.tokenFor('ADMIN'), setup.test.tokenFor('ADMIN', 'second')];
  const call = calls.createJobFromFile;
  const underWay = (): number => setup.services.seen.filter(({ url }) => url === pathOf(call)).length;
  const until = async (count: number): Promise<void> => {
    while (underWay() < count) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  for (let n = 0; n < limits.costlyAtOnce; n++) void unended(call, token);
  await until(limits.costlyAtOnce);
  expect(await unended(call, token)).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 1\r\n/i);
  void unended(call, other);
  await until(limits.costlyAtOnce + 1);
  expect(underWay()).toBe(limits.costlyAtOnce + 1);
});

it('says in the description of each costly call when it is refused', async () => {
  setup = await setUp();
  const answer = await fetch(`${setup.url}/api/openapi.json`);
  const { paths } = (await answer.json()) as {
    paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
  };
  const silent = costly.filter(
    ([, call]) => !paths[call.path]?.[call.method.toLowerCase()]?.responses['429']?.description.includes('under way'),
  );
  expect(silent.map(([name]) => name)).toEqual([]);
});
