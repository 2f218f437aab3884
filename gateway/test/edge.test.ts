import { randomBytes } from 'node:crypto';
import { maxHeaderSize } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ErrorBody } from '@numscope/contracts';
import { bearer, type Setup, setUp } from './setup.ts';
import { askUntil } from '@numscope/testing/ask-until';
import { openSocket, type RawAnswer, sendRaw, sendWhenFree } from '@numscope/testing/raw-http';
import { SocketClient } from './socket-client.ts';

let setup: Setup;
afterEach(() => setup.close());

const CLOSE = 'host: x\r\nconnection: close\r\n\r\n';

function expectRefusal(answer: RawAnswer, status: number, code: string): void {
  expect({ status: answer.status, body: ErrorBody.parse(JSON.parse(answer.body)) }).toMatchObject({
    status,
    body: { statusCode: status, code },
  });
  expect(answer.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-request-id': expect.any(String),
  });
  expect(answer.headers).not.toHaveProperty('server');
}

describe('what is no request', () => {
  it('without a host is refused by Node.js itself, with the strict headers as well', async () => {
    setup = await setUp();
    const answer = await sendRaw(setup.url, 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n');
    expect(answer).toMatchObject({
      status: 400,
      headers: { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' },
    });
  });

  it.each([
    ['no HTTP', 'nonsense\r\n\r\n', 400],
    ['an unknown method', `NONSENSE / HTTP/1.1\r\n${CLOSE}`, 400],
    ['two lengths', `POST /api/auth/login HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n${CLOSE}`, 400],
    [
      'a length and chunks',
      `POST /api/auth/login HTTP/1.1\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n${CLOSE}`,
      400,
    ],
    ['headers without end', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(40_000)}`, 431],
    ['an address that is too long', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\n${CLOSE}`, 431],
  ])('as %s is refused in the one shape', async (_name, bytes, status) => {
    setup = await setUp();
    expectRefusal(await sendRaw(setup.url, bytes), status, 'INVALID');
  });

  it.each(['/api/%ff', `/api/user/${'a'.repeat(4000)}`, '/api/v2/job/../x', '/api/v2/job/%2e%2E/preflight'])(
    'as the path %.30s is refused in the one shape, and counted',
    async (path) => {
      setup = await setUp({ rateLimit: 3 });
      const ask = () => sendRaw(setup.url, `GET ${path} HTTP/1.1\r\naccept: text/html\r\n${CLOSE}`);
      expectRefusal(await ask(), 400, 'INVALID');
      const answers = await Promise.all(Array.from({ length: 10 }, ask));
      expect(answers.some(({ status }) => status === 429)).toBe(true);
    },
  );

  it.each(['/a:b(', '/:x(', '/api/:x(a', '/*', '/assets/shell/*', '/a:b(.*)'])(
    'a path like a pattern of paths, %s, is like any that is not known',
    async (path) => {
      setup = await setUp();
      expectRefusal(await sendRaw(setup.url, `GET ${path} HTTP/1.1\r\n${CLOSE}`), 404, 'NOT_FOUND');
      expectRefusal(await sendRaw(setup.url, `DELETE ${path} HTTP/1.1\r\n${CLOSE}`), 404, 'NOT_FOUND');
    },
  );

  it.each([101, 513, 1900])('a parameter of %d letters is like any that is not known', async (length) => {
    for (const overHttp of [false, true]) {
      setup = await setUp({ overHttp });
      const answer = await fetch(`${setup.url}/api/image/${'a'.repeat(length)}`, {
        headers: bearer(setup.test.tokenFor('ADMIN')),
      });
      expect([answer.status, ErrorBody.parse(await answer.json()).code]).toEqual([404, 'NOT_FOUND']);
      if (!overHttp) await setup.close();
    }
  });

  it.each([false, true])('headers that just fit come through to the service (over HTTP: %s)', async (overHttp) => {
    setup = await setUp({ overHttp });
    const head = `GET /api/auth/.well-known/jwks.json HTTP/1.1\r\n`;
    const room = maxHeaderSize - head.length - CLOSE.length - 10;
    const answer = await sendRaw(setup.url, `${head}x: ${'a'.repeat(room)}\r\n${CLOSE}`);
    expect([answer.status, answer.body]).toEqual([200, '{"keys":[]}']);
  });

  it('an expectation that nobody knows is passed over', async () => {
    setup = await setUp();
    expectRefusal(
      await sendRaw(setup.url, `GET /api/auth/me HTTP/1.1\r\nexpect: wonders\r\n${CLOSE}`),
      401,
      'UNAUTHORIZED',
    );
  });

  it('an address with a host before it is read without', async () => {
    setup = await setUp({ overHttp: true });
    const answer = await sendRaw(
      setup.url,
      `GET http://other.example/api/auth/.well-known/jwks.json HTTP/1.1\r\n${CLOSE}`,
    );
    expect([answer.status, answer.body]).toEqual([200, '{"keys":[]}']);
  });
});

describe('a request for another protocol', () => {
  const upgrade = (to: string): string => `host: x\r\nconnection: upgrade, close\r\nupgrade: ${to}\r\n`;
  const socketKey = 'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

  it.each(['h2c', 'websocket'])(
    'is answered as it would be without, where it asks for %s in vain',
    async (protocol) => {
      setup = await setUp();
      const answer = await sendRaw(
        setup.url,
        `GET /api/auth/.well-known/jwks.json HTTP/1.1\r\n${upgrade(protocol)}${socketKey}\r\n`,
      );
      expect([answer.status, answer.body]).toEqual([200, '{"keys":[]}']);
      const size = 100_000;
      const head = `${upgrade(protocol)}authorization: Bearer ${setup.test.tokenFor('ADMIN')}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${size}\r\n\r\n`;
      const form = await sendRaw(setup.url, `POST /api/v2/job/file HTTP/1.1\r\n${head}${'0'.repeat(size)}`);
      expect([form.status, form.body]).toEqual([201, `{"bytes":${size}}`]);
    },
  );

  it('is refused in the one shape, with the strict headers, where it is for no websocket of ours', async () => {
    setup = await setUp();
    const ask = (headers: string): Promise<RawAnswer> =>
      sendRaw(setup.url, `GET /api/mm-websocket HTTP/1.1\r\n${upgrade('websocket')}${headers}\r\n`);
    expectRefusal(await ask(`${socketKey}origin: https://other.example\r\n`), 403, 'FORBIDDEN');
    expectRefusal(
      await ask(`${socketKey}authorization: Bearer ${setup.test.serviceToken('jobs')}\r\n`),
      401,
      'UNAUTHORIZED',
    );
    expectRefusal(await ask('sec-websocket-version: 13\r\n'), 400, 'INVALID');
  });
});

describe('a method that a path does not know', () => {
  it.each([
    ['HEAD', '/api/profile/delete/998901234567', 'GET'],
    ['HEAD', '/api/auth/me', 'GET'],
    ['OPTIONS', '/api/auth/login', 'POST'],
    ['TRACE', '/api/auth/me', 'GET'],
    ['PROPFIND', '/api/health-checker', 'GET, HEAD'],
    ['DELETE', '/api/openapi.json', 'GET, HEAD'],
  ])('%s %s answers 405 with what it knows, and reaches no service', async (method, path, allow) => {
    setup = await setUp();
    const token = setup.test.tokenFor('ADMIN');
    const answer = await sendRaw(setup.url, `${method} ${path} HTTP/1.1\r\nauthorization: Bearer ${token}\r\n${CLOSE}`);
    expect([answer.status, answer.headers['allow']]).toEqual([405, allow]);
    expect(setup.services.seen).toEqual([]);
    await setup.test.kit.audit.flush();
    expect(setup.test.bus.published('audit.logged')).toEqual([]);
  });

  it('HEAD answers what GET would where a call says so', async () => {
    setup = await setUp();
    for (const path of [
      '/api/health-checker',
      '/api/console-settings',
      '/api/auth/.well-known/jwks.json',
      '/healthz',
    ]) {
      const answer = await fetch(setup.url + path, { method: 'HEAD' });
      expect([answer.status, await answer.text()]).toEqual([200, '']);
    }
  });
});

describe('slow callers', () => {
  const edge = { bodyMs: 300, windowMs: 300, windowBytes: 1000 };
  const head = (type: string, length: number, token: string): string =>
    `POST /api/v2/job/file HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;
  const trickle =
    (bytes: number, everyMs: number) =>
    (socket: Socket): void => {
      const timer = setInterval(() => socket.write('0'.repeat(bytes)), everyMs);
      socket.on('close', () => clearInterval(timer));
    };

  it.each([false, true])(
    'whose body does not come to its end are refused in time (over HTTP: %s)',
    async (overHttp) => {
      setup = await setUp({ overHttp, edge });
      const token = setup.test.tokenFor('ADMIN');
      for (const type of ['application/json', 'multipart/form-data; boundary=x']) {
        const answer = await sendRaw(setup.url, head(type, 10_000, token), trickle(1, 20));
        expectRefusal(answer, 408, 'TOO_SLOW');
      }
    },
  );

  it('who were answered do not keep the connection with the rest', async () => {
    setup = await setUp({ edge });
    const answer = await sendRaw(setup.url, head('application/json', 10_000, 'a.b.c'), trickle(1, 20));
    expect(answer.status).toBe(401);
  });

  it.each([
    ['head', 'GET / HTTP/1.1\r\nhost: x'],
    ['body', head('application/json', 100, 'a.b.c')],
  ])(
    'whose %s does not come to its end keep the process no longer than others when it goes down',
    async (_part, begun) => {
      setup = await setUp({ edge: { endingMs: 300 } });
      const taken = new Promise<Socket>((resolve) => setup.gateway.app.server.once('connection', resolve));
      const socket = await openSocket(setup.url);
      socket.on('error', () => undefined).resume();
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write(begun);
      const ours = await taken;
      await askUntil(() => ours.bytesRead === begun.length);
      await setup.gateway.close();
      await closed;
    },
  );

  it.each([false, true])('whose form comes slowly but steadily are waited for (over HTTP: %s)', async (overHttp) => {
    setup = await setUp({ overHttp, edge });
    const size = 100_000;
    const request = head('multipart/form-data; boundary=x', size, setup.test.tokenFor('ADMIN')).replace(
      '\r\n\r\n',
      '\r\nconnection: close\r\n\r\n',
    );
    const answer = await sendRaw(setup.url, request, (socket) => {
      let sent = 0;
      const timer = setInterval(() => {
        socket.write('0'.repeat(edge.windowBytes));
        if ((sent += edge.windowBytes) >= size) clearInterval(timer);
      }, 10);
    });
    expect([answer.status, answer.body]).toEqual([201, `{"bytes":${size}}`]);
    expect(answer.ms).toBeGreaterThan(edge.windowMs * 2);
  });
});

describe('many at once', () => {
  it('one address has so many connections, and the next are refused until one ends', async () => {
    setup = await setUp({ edge: { connectionsOfAddress: 3 } });
    const idle = await Promise.all([openSocket(setup.url), openSocket(setup.url), openSocket(setup.url)]);
    const request = `GET /api/auth/.well-known/jwks.json HTTP/1.1\r\n${CLOSE}`;
    const refused = await sendRaw(setup.url, request);
    expectRefusal(refused, 429, 'TOO_MANY_REQUESTS');
    expect(refused.headers['retry-after']).toBe('1');
    expect(setup.services.seen).toEqual([]);
    for (const socket of idle) socket.destroy();
    expect((await sendWhenFree(setup.url, request)).status).toBe(200);
  });

  it('a trusted proxy brings as many as come', async () => {
    setup = await setUp({ edge: { connectionsOfAddress: 1 }, trustedProxies: ['127.0.0.1'] });
    const idle = await Promise.all([openSocket(setup.url), openSocket(setup.url), openSocket(setup.url)]);
    expect((await sendRaw(setup.url, `GET /healthz HTTP/1.1\r\n${CLOSE}`)).status).toBe(200);
    for (const socket of idle) socket.destroy();
  });

  it('one network of IPv6 has so many websockets without a token', async () => {
    setup = await setUp({ edge: { newSocketsOfAddress: 2 }, trustedProxies: ['loopback'] });
    const from = (address: string): SocketClient =>
      new SocketClient(setup.url, { headers: { 'x-forwarded-for': address } });
    const own = [from('2001:db8:1:2::1'), from('2001:db8:1:2::2')];
    await Promise.all(own.map((client) => client.opened()));
    expect(await from('2001:db8:1:2::3').closed).toBe(4429);
    const other = from('2001:db8:1:3::1');
    await other.auth(setup.test.tokenFor('USER'));
    await other.next('ready');
    for (const { socket } of [...own, other]) socket.terminate();
  });

  it('a user has so many websockets with all logins and keys, and another as soon as one is closed', async () => {
    setup = await setUp({ edge: { socketsOfUser: 2 } });
    const { tokens, tokenFor } = setup.test;
    const key = { id: 'k1', shownAs: 'bob [key]', scopes: ['profiles' as const] };
    const token = tokens.sign({ id: 'id-of-bob', userName: 'bob', roles: ['USER'], modules: ['Profiler'], key }, 300);
    setup.client.answer({ admitKey: () => ({ verdict: 'KNOWN', token, countsMs: 60_000, addresses: [] }) });
    const listen = async (bearer: string): Promise<SocketClient> => {
      const client = new SocketClient(setup.url);
      await client.auth(bearer);
      return client;
    };
    const nsk = `nsk_${randomBytes(32).toString('base64url')}`;
    const [first, byKey] = [await listen(tokenFor('USER', 'bob')), await listen(nsk)];
    for (const client of [first, byKey]) await client.next('ready');
    const farewells: string[] = [];
    for (const bearer of [tokenFor('USER', 'bob'), nsk]) {
      const client = await listen(bearer);
      client.socket.once('close', (_code, reason) => farewells.push(String(reason)));
      expect(await client.closed).toBe(4429);
      expect(client.pending).toEqual([]);
    }
    expect(farewells).toEqual(Array.from({ length: 2 }, () => 'too many at once, come again later'));
    const other = await listen(tokenFor('USER', 'alice'));
    await other.next('ready');
    first.socket.close();
    await first.closed;
    const next = await listen(tokenFor('USER', 'bob'));
    await next.next('ready');
    for (const { socket } of [byKey, other, next]) socket.terminate();
  });

  it('one address has so many websockets without a token, and any number with one', async () => {
    setup = await setUp({ edge: { newSocketsOfAddress: 2 } });
    const sockets = [new SocketClient(setup.url), new SocketClient(setup.url)];
    await Promise.all(sockets.map((client) => client.opened()));
    const third = new SocketClient(setup.url);
    expect(await third.closed).toBe(4429);
    for (const client of sockets) {
      client.socket.send(JSON.stringify({ type: 'auth', token: setup.test.tokenFor('USER') }));
      await client.next('ready');
    }
    const fourth = new SocketClient(setup.url);
    await fourth.auth(setup.test.tokenFor('USER'));
    await fourth.next('ready');
    for (const { socket } of [...sockets, fourth]) socket.terminate();
  });
});

describe('strict transport', () => {
  it.each([
    ['on plain HTTP', [], {}, null],
    ['where somebody who is not trusted says it is encrypted', [], { 'x-forwarded-proto': 'https' }, null],
    ['where a trusted proxy says it is not', ['127.0.0.1'], { 'x-forwarded-proto': 'http' }, null],
    [
      'where a trusted proxy says it is encrypted',
      ['127.0.0.1'],
      { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.5' },
      'max-age=31536000',
    ],
  ] as const)('%s', async (_name, trustedProxies, headers, expected) => {
    setup = await setUp({ trustedProxies: [...trustedProxies] });
    for (const path of ['/api/auth/me', '/api/console-settings', '/api/nothing', '/'])
      expect((await fetch(setup.url + path, { headers })).headers.get('strict-transport-security')).toBe(expected);
  });
});
