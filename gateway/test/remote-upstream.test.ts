import { EventEmitter, once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { createServer as createHttpServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createServiceApp, finishApp, route } from '@numscope/platform';
import { calls, type ServiceHealth, serviceNames } from '@numscope/contracts';
import {
  consoleSettings,
  createTestKit,
  listenLocally,
  type StubClient,
  stubClient,
  type TestKit,
} from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import type { FastifyInstance } from 'fastify';
import { Dispatcher } from 'undici';
import { createGateway } from '../src/app.ts';
import { remoteBackends } from '../src/http/remote-upstream.ts';
import { bearer } from './setup.ts';

let test: TestKit;
let closing: Array<() => Promise<unknown>>;
let url: string;
/** To auth, which the gateway asks about keys. */
let client: StubClient;
/** Of the gateway. */
let openConnections: () => Promise<number>;

beforeEach(async () => {
  test = await createTestKit('gateway');
  closing = [() => test.close()];
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const close of closing.toReversed()) await close();
});

/** A gateway before these instances of every service. */
async function open(origins: readonly string[], silenceMs?: number): Promise<void> {
  const addresses = Object.fromEntries(serviceNames.map((name) => [name, origins])) as Parameters<
    typeof remoteBackends
  >[0];
  const remote = remoteBackends(addresses, silenceMs);
  client = stubClient();
  const gateway = await createGateway({
    kit: test.kit,
    bus: test.bus,
    client,
    backends: remote.backends,
    settings: { rateLimit: 100_000, costlyPerMinute: 1_000_000, console: consoleSettings, consoleDir: null },
    metrics: async () => '',
  });
  url = await gateway.app.listen({ host: '127.0.0.1', port: 0 });
  gateway.setReady();
  openConnections = () =>
    new Promise((resolve, reject) => {
      gateway.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
  closing.push(async () => {
    await gateway.close();
    await remote.close();
  });
}

/** A real service with what `add` gives it. */
async function service(add: (app: FastifyInstance) => void, checks = {}): Promise<string> {
  const app = createServiceApp({ ...test.kit, name: 'jobs' });
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));
  add(app);
  await finishApp('jobs', app, checks);
  closing.push(() => app.close());
  return app.listen({ host: '127.0.0.1', port: 0 });
}

async function raw(listener: RequestListener): Promise<string> {
  const { url, close } = await listenLocally(createHttpServer(listener));
  closing.push(close);
  return url;
}

/** So long one that is leaving is left alone at first, in milliseconds. */
const REST_MS = 500;
const DAY_MS = 24 * 3_600_000;
/** Where nobody listens: what is given to whoever asks for a port may be given to another test. */
const NOBODY = 'http://127.0.0.1:9';

const me = (app: FastifyInstance, seen: unknown[] = []): void =>
  route(app, calls.me, async ({ userName, request }) => {
    seen.push(request.ip);
    return { userName, roles: ['USER' as const], modules: ['Profiler' as const], expiresAt: 0 };
  });
const upload = (app: FastifyInstance): void =>
  route(app, calls.createJobFromFile, async ({ request, reply }) => {
    let bytes = 0;
    for await (const chunk of request.raw) bytes += (chunk as Buffer).length;
    return reply.send({ bytes });
  });

const admin = () => bearer(test.tokenFor('ADMIN'));
const get = (path = '/api/auth/me') => fetch(url + path, { headers: admin() });
const multipart = () => ({ ...admin(), 'content-type': 'multipart/form-data; boundary=x' });
const MEGABYTE = Buffer.alloc(1024 * 1024, 65);

describe('instances of a service', () => {
  it('stand in for one that is not there, for uploads too, because nothing was sent yet', async () => {
    await open([NOBODY, await service(upload)]);
    for (let i = 0; i < 4; i++) {
      const answer = await fetch(`${url}/api/v2/job/file`, { method: 'POST', headers: multipart(), body: MEGABYTE });
      expect({ status: answer.status, body: await answer.json() }).toEqual({
        status: 201,
        body: { bytes: MEGABYTE.length },
      });
    }
  });

  it('behind one address stand in for one that is not there, whatever is asked: nothing was sent yet', async () => {
    await open([NOBODY]);
    const sent = jest.spyOn(Dispatcher.prototype, 'request');
    const answer = await fetch(`${url}/api/v2/job/file`, { method: 'POST', headers: multipart(), body: MEGABYTE });
    expect(answer.status).toBe(503);
    expect(sent.mock.calls.length).toBe(2);
  });

  it('stand in for one that loses the connection, for what only reads', async () => {
    await open([await raw((request) => request.destroy()), await service(me)]);
    for (let i = 0; i < 4; i++) expect((await get()).status).toBe(200);
  });

  it('get nothing twice that may have been done', async () => {
    let asked = 0;
    const dying = await raw((request) => {
      asked++;
      request.destroy();
    });
    await open([dying, dying]);
    const answer = await fetch(`${url}/api/v2/job/file`, { method: 'POST', headers: multipart(), body: MEGABYTE });
    expect(await answer.json()).toMatchObject({ statusCode: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(asked).toBe(1);
  });

  it.each([1, 2])('of %d get no deletion twice, though it is a GET', async (instances) => {
    let asked = 0;
    const dying = await raw((request) => {
      asked++;
      request.destroy();
    });
    await open(Array.from({ length: instances }, () => dying));
    const answer = await get('/api/profile/delete/998901234567');
    expect(await answer.json()).toMatchObject({ statusCode: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(asked).toBe(1);
  });

  /** A gateway before one that says with each answer that it leaves, and one that stays, on a clock that stands. */
  async function openBesideLeaving() {
    let asked = 0;
    const leaving = await raw((_request, response) => {
      asked++;
      response.setHeader('connection', 'close').end('{}');
    });
    await open([leaving, await service(me)]);
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(now);
    return { asked: () => asked, later: (ms: number) => void clock.mockReturnValue(now + ms) };
  }

  it('are left alone when they say that they are leaving', async () => {
    const { asked, later } = await openBesideLeaving();
    for (let i = 0; i < 8; i++) await get();
    expect(asked()).toBe(1);
    later(REST_MS);
    for (let i = 0; i < 2; i++) await get();
    expect(asked()).toBe(2);
  });

  it.each([-DAY_MS, DAY_MS])(
    'are left alone for as long where the clock of the machine is set by %d ms',
    async (by) => {
      const { asked, later } = await openBesideLeaving();
      for (let i = 0; i < 2; i++) await get();
      const wall = Date.now();
      jest.spyOn(Date, 'now').mockImplementation(() => wall + by);
      const headers = admin();
      const ask = () => fetch(`${url}/api/auth/me`, { headers });
      for (let i = 0; i < 2; i++) await ask();
      expect(asked()).toBe(1);
      later(REST_MS);
      for (let i = 0; i < 2; i++) await ask();
      expect(asked()).toBe(2);
    },
  );
});

describe('a service that does not answer', () => {
  it('is told of in the one shape when nobody is there', async () => {
    await open([NOBODY]);
    const answer = await get();
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 503,
      body: { code: 'SERVICE_UNAVAILABLE', requestId: answer.headers.get('x-request-id') },
    });
  });

  it('is given up after a time', async () => {
    await open([await raw(() => undefined)], 200);
    const answer = await get();
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 503,
      body: { code: 'TIMEOUT' },
    });
  });

  it('breaks the connection when it dies within its answer, so that nobody takes a part for the whole', async () => {
    await open([
      await raw((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/csv' }).write('half of it');
        setImmediate(() => response.destroy());
      }),
    ]);
    await expect(get().then((answer) => answer.text())).rejects.toThrow();
  });
});

describe('bodies', () => {
  it('are passed on as fast as the service reads, and not kept', async () => {
    let read: () => void = () => undefined;
    const origin = await raw((request, response) => {
      request.pause();
      read = () => {
        request.resume();
        request.on('end', () => response.end('{}'));
      };
    });
    await open([origin]);
    const progress = { sent: 0 };
    const total = 200;
    const body = Readable.from(
      (async function* () {
        for (; progress.sent < total; progress.sent++) yield MEGABYTE;
      })(),
    );
    const outgoing = httpRequest(`${url}/api/v2/job/file`, { method: 'POST', headers: multipart() });
    body.pipe(outgoing);
    // Sockets hold a few megabytes; then nothing moves on until the service reads.
    let before = -1;
    while (progress.sent !== before || before === 0) {
      before = progress.sent;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    expect(progress.sent).toBeLessThan(40);
    read();
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect({ status: answer.statusCode, sent: progress.sent }).toEqual({ status: 200, sent: total });
    answer.resume();
  });

  it('may be announced by Expect, as curl does for large ones', async () => {
    await open([await service(upload)]);
    const outgoing = httpRequest(`${url}/api/v2/job/file`, {
      method: 'POST',
      headers: { ...multipart(), expect: '100-continue', 'content-length': MEGABYTE.length },
    });
    outgoing.flushHeaders();
    await once(outgoing, 'continue');
    outgoing.end(MEGABYTE);
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(201);
    answer.resume();
  });

  it('that a service refuses before their end are answered by its refusal', async () => {
    await open([
      await service((app) => route(app, calls.createUser, async () => Promise.reject(new Error('never called')))),
    ]);
    const outgoing = httpRequest(`${url}/api/user`, {
      method: 'POST',
      agent: false,
      headers: { ...admin(), 'content-type': 'application/json', 'content-length': 3 * MEGABYTE.length },
    });
    for (let i = 0; i < 3; i++) outgoing.write(MEGABYTE);
    outgoing.end();
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(JSON.parse(Buffer.concat(await answer.toArray()).toString())).toMatchObject({
      statusCode: 413,
      code: 'BODY_TOO_LARGE',
    });
  });

  it('that break off reach the service as broken', async () => {
    let broken = (): void => undefined;
    const told = new Promise<void>((resolve) => (broken = resolve));
    let begun = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (begun = resolve));
    await open([
      await raw((request) => {
        request.once('data', () => begun());
        request.on('error', () => broken());
        request.resume();
      }),
    ]);
    const outgoing = httpRequest(`${url}/api/v2/job/file`, { method: 'POST', headers: multipart() });
    outgoing.on('error', () => undefined);
    outgoing.write(MEGABYTE);
    await arrived;
    outgoing.destroy();
    await told;
  });

  it('of phones whose caller goes before the answer are given up at jobs, which keeps nothing of them then; others go on', async () => {
    const arrived = new EventEmitter();
    const left: string[] = [];
    const gone = new EventEmitter();
    const unanswered: ServerResponse[] = [];
    await open([
      await raw((request, response) => {
        const path = request.url ?? '';
        unanswered.push(response);
        request.once('end', () => arrived.emit(path));
        response.once('close', () => {
          left.push(path);
          gone.emit(path);
        });
        request.resume();
      }),
    ]);
    // The one of phones goes last.
    for (const path of ['/api/profile/import', '/api/profile/image/search', '/api/v2/job/file']) {
      const outgoing = httpRequest(`${url}${path}`, { method: 'POST', headers: multipart() });
      outgoing.on('error', () => undefined);
      const whole = once(arrived, path);
      outgoing.end(MEGABYTE);
      await whole;
      const isOver = path === '/api/v2/job/file' ? once(gone, path) : null;
      outgoing.destroy();
      await isOver;
    }
    expect(left).toEqual(['/api/v2/job/file']);
    // What it was given up for is jobs' to tell the audit: it has heard of it, and knows what it kept.
    await test.kit.audit.flush();
    expect(test.bus.published('audit.logged')).toEqual([]);
    for (const response of unanswered) response.end();
  });

  it('of phones whose caller goes before anything of it is sent stand in the audit as broken off', async () => {
    const asked: string[] = [];
    await open([
      await raw((request, response) => {
        asked.push(request.url ?? '');
        response.end();
      }),
    ]);
    const hungUp = Promise.withResolvers<void>();
    const looked = Promise.withResolvers<void>();
    client.answer({
      admitKey: async () => {
        looked.resolve();
        await hungUp.promise;
        return { verdict: 'KNOWN', token: test.tokenFor('ADMIN'), countsMs: 60_000, addresses: [] };
      },
    });
    const connection = connect(Number(new URL(url).port), '127.0.0.1');
    connection.write(
      `POST /api/v2/job/file HTTP/1.1\r\nhost: a\r\nauthorization: Bearer nsk_${'x'.repeat(43)}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 4\r\n\r\nbody`,
    );
    await looked.promise;
    connection.destroy();
    // The server hears of it in its own time.
    await askUntil(openConnections, (count) => count === 0);
    hungUp.resolve();
    const outcomes = async (): Promise<unknown[]> => {
      await test.kit.audit.flush();
      return test.bus.published('audit.logged').map(({ data }) => data.outcome);
    };
    expect(await askUntil(outcomes, ({ length }) => length > 0)).toEqual(['UPLOAD_BROKEN']);
    expect(asked).toEqual([]);
  });

  it('of answers come with what stands after their end', async () => {
    await open([
      await service((app) =>
        route(app, calls.exportProfileStream, async ({ reply }) => {
          reply.trailer('x-profile-count', async () => '2');
          reply.trailer('x-content-sha256', async () => 'abc');
          return reply.type('text/csv').send(Readable.from(['one\n', 'two\n']));
        }),
      ),
    ]);
    const outgoing = httpRequest(`${url}${calls.exportProfileStream.path}?format=csv`, {
      method: 'POST',
      headers: { ...admin(), 'content-type': 'application/json' },
    });
    outgoing.end('{}');
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(Buffer.concat(await answer.toArray()).toString()).toBe('one\ntwo\n');
    expect(answer.headers.trailer).toBe('x-profile-count, x-content-sha256');
    expect(answer.trailers).toEqual({ 'x-profile-count': '2', 'x-content-sha256': 'abc' });
  });
});

describe('the address of a caller', () => {
  it('is what the gateway saw, unless a proxy that it trusts says another', async () => {
    const seen: string[] = [];
    const origin = await service((app) => me(app, seen));
    await open([origin]);
    const claim = { ...admin(), 'x-forwarded-for': '203.0.113.7' };
    await fetch(`${url}/api/auth/me`, { headers: claim });
    test.kit.trustedProxies = ['127.0.0.0/8'];
    await open([origin]);
    await fetch(`${url}/api/auth/me`, { headers: claim });
    expect(seen).toEqual(['127.0.0.1', '203.0.113.7']);
  });
});

describe('the health of a service', () => {
  it('names the part that hangs, asked for its queues at the same time too', async () => {
    const origin = await service(me, { bus: () => new Promise(() => undefined), store: async () => undefined });
    await open([origin]);
    const [, one] = await Promise.all([get('/api/health-checker'), get('/api/health-checker/jobs')]);
    const all = (await (await get('/api/health-checker/all')).json()) as { services: ServiceHealth[] };
    const hangs = { name: `bus (${origin})`, status: 'DOWN', message: 'did not answer within 3 s' };
    const works = { name: `store (${origin})`, status: 'UP' };
    expect(await one.json()).toMatchObject({ name: 'jobs', status: 'DOWN', checks: [hangs, works] });
    for (const { name, checks } of all.services) if (name !== 'gateway') expect(checks).toMatchObject([hangs, works]);
  });

  it('is up as long as one instance is, and tells of each', async () => {
    const well = await service(() => undefined, { store: async () => undefined });
    const ill = await service(() => undefined, { store: () => Promise.reject(new Error('no room')) });
    const gone = NOBODY;
    await open([well, ill, gone]);
    const answer = await get('/api/health-checker/jobs');
    const health = (await answer.json()) as ServiceHealth;
    expect(health).toMatchObject({ name: 'jobs', status: 'UP' });
    expect(health.checks).toMatchObject([
      { name: `store (${well})`, status: 'UP' },
      { name: `store (${ill})`, status: 'DOWN', message: 'no room' },
      { name: `reachable (${gone})`, status: 'DOWN' },
    ]);
    expect((await get('/api/health-checker')).status).toBe(200);
  });

  it('is down when no instance is up', async () => {
    await open([NOBODY]);
    expect((await get('/api/health-checker')).status).toBe(503);
  });
});
