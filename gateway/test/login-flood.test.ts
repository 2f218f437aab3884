import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { type Setup, setUp } from './setup.ts';

let setup: Setup;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await setup.close();
});

/** A login whose body does not come to its end: it stays under way. Of another sender where a proxy tells one. */
function unended(from: string, toldOf?: string): { answered: Promise<string> } {
  const { hostname, port } = new URL(setup.url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  sockets.push(socket);
  socket.write(
    `POST ${calls.login.path} HTTP/1.1\r\nhost: x\r\n${toldOf === undefined ? '' : `x-forwarded-for: ${toldOf}\r\n`}content-type: application/json\r\ncontent-length: 10\r\n\r\n{`,
  );
  const answered = new Promise<string>((resolve) =>
    socket.setEncoding('utf8').once('data', (chunk: string) => resolve(chunk)),
  );
  return { answered };
}

const underWay = (): number => setup.services.seen.filter(({ url }) => url === calls.login.path).length;
async function untilUnderWay(count: number): Promise<void> {
  while (underWay() < count) await new Promise((resolve) => setTimeout(resolve, 10));
}

it.each([{ overHttp: false }, { overHttp: true }])(
  'a flood of logins reaches auth a few at a time: %j',
  async ({ overHttp }) => {
    setup = await setUp({ overHttp });
    for (let n = 0; n < 16; n++) unended('127.0.2.1');
    await untilUnderWay(16);
    expect(await unended('127.0.2.1').answered).toMatch(
      /^HTTP\/1\.1 429 [\s\S]*retry-after: 1\r\n[\s\S]*"code":"TOO_MANY_REQUESTS"/i,
    );
    // Others come in, up to a number; those that have none under way beyond that.
    for (let n = 0; n < 16; n++) unended(`127.0.3.${1 + n}`);
    await untilUnderWay(32);
    expect(await unended('127.0.3.1').answered).toMatch(/^HTTP\/1\.1 429 /);
    for (let n = 0; n < 32; n++) unended(`127.0.4.${1 + n}`);
    await untilUnderWay(64);
    expect(await unended('127.0.5.1').answered).toMatch(/^HTTP\/1\.1 429 /);
    expect(underWay()).toBe(64);
    // What has ended makes room.
    for (const socket of sockets.splice(0)) socket.destroy();
    const login = () =>
      fetch(setup.url + calls.login.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"username":"a","password":"b"}',
      });
    let answer = await login();
    while (answer.status === 429) answer = await login();
    expect(answer.status).toBe(200);
  },
);

it('a flood of logins from a subnet of IPv6 is one of one address', async () => {
  setup = await setUp({ trustedProxies: ['127.0.0.1'] });
  for (let n = 1; n <= 16; n++) unended('127.0.0.1', `2001:db8:0:1::${n}`);
  await untilUnderWay(16);
  expect(await unended('127.0.0.1', '2001:db8:0:1:ffff::1').answered).toMatch(/^HTTP\/1\.1 429 /);
  unended('127.0.0.1', '2001:db8:0:2::1');
  await untilUnderWay(17);
});
