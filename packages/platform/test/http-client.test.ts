import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { apiError, calls } from '@numscope/contracts';
import { createLogger, createServiceApp, Registry, route } from '@numscope/platform';
import { createHttpClient, type HttpClient } from '@numscope/platform/http/http-client';
import { carryTracesBy } from '@numscope/platform/tracing/carry-trace';
import { createTestKit, createTestTokens, listenLocally, type TestKit } from '@numscope/testing';

let test: TestKit;
let client: HttpClient;
let registry: Registry;
let closing: Array<() => Promise<unknown>>;
beforeEach(async () => {
  test = await createTestKit('auth');
  closing = [() => test.close()];
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const close of closing.toReversed()) await close();
});

function connect(...origins: string[]): void {
  registry = new Registry();
  const log = createLogger('client', 'silent');
  client = createHttpClient({
    caller: test.tokens.credentialsOf('auth'),
    addresses: { auth: origins, users: origins },
    log,
    registry,
  });
  closing.push(() => client.close());
}

interface Instance {
  origin: string;
  asked: number;
}

/** So long one that is leaving is left alone at first, in milliseconds. */
const REST_MS = 500;
/** What auth tells with the list. */
const keys = [...createTestTokens().publicKeys()];
const nothingNew = JSON.stringify({ revision: 1, users: [], keys });

/** A real auth of which each call does what `answer` says. */
async function instance(answer: (nth: number) => Promise<number> = async () => 1): Promise<Instance> {
  const app = createServiceApp(test.kit);
  const told = { origin: '', asked: 0 };
  route(app, calls.revocations, async () => ({ revision: await answer(++told.asked), users: [], keys }));
  route(app, calls.setPassword, async () => {
    await answer(++told.asked);
  });
  told.origin = await app.listen({ host: '127.0.0.1', port: 0 });
  closing.push(() => app.close());
  return told;
}

/** An origin where nobody listens: what is given to whoever asks for a port may be given to another test. */
const NOBODY = 'http://127.0.0.1:9';

/** Something that takes requests and treats them as `handle` does. */
async function raw(handle: Parameters<typeof createServer>[1] & {}): Promise<string> {
  const { url, close } = await listenLocally(createServer(handle));
  closing.push(close);
  return url;
}

const ask = (timeoutMs?: number) =>
  client.call(calls.revocations, { query: { since: 0 }, ...(timeoutMs ? { timeoutMs } : {}) });
const change = () => client.call(calls.setPassword, { body: { userName: 'a', current: 'b', password: 'c' } });

describe('several instances', () => {
  it('are asked in turn', async () => {
    const two = [await instance(), await instance()];
    connect(...two.map(({ origin }) => origin));
    for (let i = 0; i < 10; i++) await ask();
    expect(two.map(({ asked }) => asked)).toEqual([5, 5]);
  });

  it('stand in for one that is not there, also for what must not be asked twice', async () => {
    const there = await instance();
    connect(NOBODY, there.origin);
    for (let i = 0; i < 6; i++) await change();
    expect(there.asked).toBe(6);
  });

  it('stand in for one that loses the connection or hangs, if asking twice does no harm', async () => {
    const there = await instance();
    connect(await raw((request) => request.destroy()), await raw(() => undefined), there.origin);
    // Half of it is for the one that hangs; what is left must do for the other on a busy machine too.
    for (let i = 0; i < 3; i++) expect(await ask(2000)).toMatchObject({ revision: 1 });
    expect(there.asked).toBe(3);
  });

  it('are left alone when they say that they are leaving', async () => {
    let asked = 0;
    const leaving = await raw((_request, response) => {
      asked++;
      response.setHeader('connection', 'close').setHeader('content-type', 'application/json').end(nothingNew);
    });
    connect(leaving, (await instance()).origin);
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(now);
    for (let i = 0; i < 8; i++) await ask();
    expect(asked).toBe(1);
    clock.mockReturnValue(now + REST_MS);
    for (let i = 0; i < 2; i++) await ask();
    expect(asked).toBe(2);
  });
});

describe('a call that fails', () => {
  it('is made again when the other side was not well and asking twice does no harm', async () => {
    const { origin } = await instance(async (nth) => {
      if (nth < 3) throw apiError('SERVICE_UNAVAILABLE');
      return nth;
    });
    connect(origin);
    expect(await ask()).toMatchObject({ revision: 3 });
  });

  it.each([
    ['it may have been done', 'SERVICE_UNAVAILABLE', () => change()],
    ['it was refused', 'NOT_CONFIGURED', () => ask()],
  ] as const)('is not made again when %s', async (_why, code, make) => {
    const there = await instance(async () => {
      throw apiError(code);
    });
    connect(there.origin);
    await expect(make()).rejects.toMatchObject({ code });
    expect(there.asked).toBe(1);
  });

  it('says who could not be reached', async () => {
    connect(NOBODY);
    await expect(ask()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', details: { service: 'auth' } });
  });

  it('says so when its connection broke in the middle of the answer', async () => {
    connect(
      await raw((_request, response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('{"revision"');
        setImmediate(() => response.destroy());
      }),
    );
    await expect(ask()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});

describe('the breaker', () => {
  const isOpen = async (): Promise<boolean> =>
    (await registry.metrics()).includes('numscope_breaker_open{target="auth"} 1');

  it('spares a service that fails, tells so, and lets it be asked again later', async () => {
    let well = false;
    const there = await instance(async () => {
      if (!well) throw apiError('SERVICE_UNAVAILABLE');
      return 1;
    });
    connect(there.origin);
    const all = await Promise.allSettled(Array.from({ length: 12 }, () => ask()));
    expect(all.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await isOpen()).toBe(true);
    const before = there.asked;
    await expect(ask()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(there.asked).toBe(before);
    well = true;
    for (;;) {
      const answer = await ask().catch(() => null);
      if (answer) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await isOpen()).toBe(false);
  });

  it('does not count refusals', async () => {
    const there = await instance(async () => {
      throw apiError('NOT_FOUND');
    });
    connect(there.origin);
    for (let i = 0; i < 20; i++) await expect(ask()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(there.asked).toBe(20);
  });
});

it('carries the context of the trace', async () => {
  const headers: unknown[] = [];
  const origin = await raw((request, response) => {
    headers.push(request.headers['traceparent']);
    response.setHeader('content-type', 'application/json').end(nothingNew);
  });
  carryTracesBy((carried) => void (carried['traceparent'] = '00-1-2-01'));
  closing.push(async () => carryTracesBy(null));
  connect(origin);
  await ask();
  expect(headers).toEqual(['00-1-2-01']);
});
