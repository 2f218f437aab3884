import { appendFileSync, mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ApiFailure, Client, pagesOf, UNAUTHORIZED } from '@numscope/client';

let server: Server;
let url: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'r1' });
  response.end(JSON.stringify(body));
};

it('asks for the bearer of each call anew', async () => {
  const heard: (string | undefined)[] = [];
  answer = (request, response) => {
    heard.push(request.headers.authorization);
    json(response, 200, { status: 'UP' });
  };
  const bearers = ['nsk_one', 'two', null];
  const client = new Client({ url: `${url}/`, bearer: () => bearers.shift() ?? null });
  for (let n = 0; n < 3; n++) expect(await client.call('health', {})).toEqual({ status: 'UP' });
  expect(heard).toEqual(['Bearer nsk_one', 'Bearer two', undefined]);
});

it('tells what the server refused, that it does not answer, and that its answer is another', async () => {
  answer = (_request, response) =>
    json(response, 409, { statusCode: 409, code: 'WRONG_STATE', message: 'no', details: { may: [] }, requestId: 'r1' });
  const client = new Client({ url });
  const refused = client.call('getJob', { params: { number: '7' } });
  await expect(refused).rejects.toMatchObject({
    status: 409,
    code: 'WRONG_STATE',
    details: { may: [] },
    requestId: 'r1',
  });
  answer = (_request, response) => json(response, 200, { status: 'SIDEWAYS' });
  await expect(client.call('health', {})).rejects.toMatchObject({ code: 'UNREADABLE', requestId: 'r1' });
  answer = (request) => request.destroy();
  await expect(client.call('health', {})).rejects.toMatchObject({ status: 0, code: 'NO_ANSWER' });
  const stopped = new AbortController();
  stopped.abort();
  await expect(client.call('health', {}, { signal: stopped.signal })).rejects.not.toBeInstanceOf(ApiFailure);
});

it.each([200, 409])('ends as the signal says where that comes in the midst of an answer %i', async (status) => {
  const stopped = new AbortController();
  answer = (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.write('{"status":', () => setTimeout(() => stopped.abort(new Error('enough')), 100));
  };
  await expect(new Client({ url }).call('health', {}, { signal: stopped.signal })).rejects.toThrow('enough');
});

it('tells of a form, too, when the server asks to be tried again', async () => {
  answer = (request, response) => {
    request.resume();
    response.setHeader('retry-after', '7');
    json(response, 503, { statusCode: 503, code: 'SERVICE_UNAVAILABLE', message: 'later', requestId: 'r1' });
  };
  const form = new FormData();
  form.set('file', new File(['x'], 'p.csv'));
  await expect(new Client({ url }).upload('importProfiles', form)).rejects.toMatchObject({
    status: 503,
    retryAfterMs: 7000,
  });
});

it('sends a form with its texts before its file, and tells how far it is', async () => {
  let body = '';
  answer = (request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => json(response, 201, { imported: 2, id: 'i1', state: 'READING' }));
  };
  const form = new FormData();
  form.set('mapping', '{}');
  form.set('file', new File(['x'.repeat(300_000)], 'p.csv'));
  const told: number[] = [];
  const client = new Client({ url });
  const onProgress = (sent: number, total: number): void => void told.push(sent / total);
  expect(await client.upload('importProfiles', form, { onProgress })).toMatchObject({ id: 'i1' });
  expect(body.indexOf('name="mapping"')).toBeGreaterThan(0);
  expect(body.indexOf('name="file"')).toBeGreaterThan(body.indexOf('name="mapping"'));
  expect(body).toContain('x'.repeat(300_000));
  expect(told.at(-1)).toBe(1);
  expect(told).toEqual(told.toSorted((left, right) => left - right));
});

it('writes a form as browsers do', async () => {
  let received: Promise<FormData> = Promise.resolve(new FormData());
  answer = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      received = new Response(Buffer.concat(chunks), { headers }).formData();
      json(response, 201, { imported: 2, id: 'i1', state: 'READING' });
    });
  };
  const form = new FormData();
  form.set('mapping', 'one\ntwo\r\n"Имя"');
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 256);
  form.set('file', new File([bytes], 'Имена "a".csv', { type: 'text/csv' }));
  await new Client({ url }).upload('importProfiles', form);
  const read = await received;
  expect(read.get('mapping')).toBe('one\r\ntwo\r\n"Имя"');
  const file = read.get('file') as File;
  expect([file.name, file.type]).toEqual(['Имена "a".csv', 'text/csv']);
  expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
});

it('tells that a file was changed while it was sent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'numscope-client-'));
  const path = join(folder, 'phones.csv');
  writeFileSync(path, '998901234567\n'.repeat(100_000));
  const form = new FormData();
  form.set('file', new File([await openAsBlob(path)], 'phones.csv'));
  answer = (request) => void request.resume();
  appendFileSync(path, '998901234568\n');
  await expect(new Client({ url }).upload('importProfiles', form)).rejects.toMatchObject({
    status: 0,
    code: 'FILE_CHANGED',
  });
  rmSync(folder, { recursive: true });
});

it('opens websockets by what it was given, and says so where there is nothing that does', async () => {
  const opened: string[] = [];
  class Recorded extends WebSocket {
    constructor(address: string) {
      super(address);
      opened.push(address);
    }
  }
  answer = (request) => request.destroy();
  const ending = new AbortController();
  const messages = new Client({ url, WebSocket: Recorded }).messages({ signal: ending.signal });
  const told = messages.next();
  while (opened.length === 0) await new Promise((resolve) => setImmediate(resolve));
  ending.abort();
  expect(await told).toMatchObject({ done: true });
  expect(opened).toEqual([`${url.replace('http', 'ws')}/api/mm-websocket`]);
  const { WebSocket: own } = globalThis;
  try {
    Reflect.deleteProperty(globalThis, 'WebSocket');
    expect(() => new Client({ url }).messages()).toThrow(/new Client\(\{ WebSocket \}\)/);
  } finally {
    globalThis.WebSocket = own;
  }
});

it('ends the messages of a bearer that does not count as it refuses a call', async () => {
  class Refused {
    readonly send = (): void => undefined;
    readonly close = (): void => undefined;
    addEventListener(type: string, listener: (event: { data: unknown; code: number }) => void): void {
      if (type === 'close') setImmediate(() => listener({ data: undefined, code: UNAUTHORIZED }));
    }
  }
  const refused = await new Client({ url, WebSocket: Refused })
    .messages()
    .next()
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiFailure);
  expect(refused).toMatchObject({ status: 401, code: 'UNAUTHORIZED', message: 'A valid access token is required' });
});

it('keeps a bounded number of messages for a slow reader, who then is told by a new line that it missed some', async () => {
  let opened = 0;
  const closed = new Set<Flooding>();
  class Flooding {
    readonly send = (): void => undefined;
    readonly close = (): void => void closed.add(this);
    constructor() {
      opened++;
    }
    addEventListener(type: string, listener: (event: { data: unknown; code: number }) => void): void {
      const tell = (message: object): void => listener({ data: JSON.stringify(message), code: 0 });
      if (type === 'message')
        setImmediate(() => {
          tell({ type: 'ready' });
          for (let at = 0; at < 20_000; at++) tell({ type: 'profile.updated', at, data: { phone: '+998901112233' } });
        });
    }
  }
  const kinds: string[] = [];
  for await (const { type } of new Client({ url, WebSocket: Flooding }).messages()) {
    if (type === 'ready' && kinds.length > 0) break;
    kinds.push(type);
  }
  expect(opened).toBe(2);
  expect(closed.size).toBe(2);
  expect(kinds.length).toBe(10_000);
});

it('reads page after page, and no more than is wanted', async () => {
  const asked: number[] = [];
  const fieldsOf = (page: number) => ({
    totalElements: 5,
    totalPages: 3,
    numberOfElements: 2,
    size: 2,
    number: page,
    first: page === 0,
    last: page === 2,
    empty: false,
  });
  answer = (request, response) => {
    const page = Number(new URL(request.url ?? '', url).searchParams.get('page'));
    asked.push(page);
    if (page === 1 && asked.filter((one) => one === 1).length === 1) {
      response.setHeader('retry-after', '0');
      return json(response, 429, { statusCode: 429, code: 'TOO_MANY_REQUESTS', message: 'no', requestId: 'r1' });
    }
    const entry = { entry: `+${page + 1}`, reason: 'r', by: 'b', at: 1 };
    json(response, 200, { content: [entry], ...fieldsOf(page) });
  };
  const client = new Client({ url });
  const all = pagesOf(client, 'listedNumbers', (page) => ({ query: { page: String(page), size: '2' } }));
  const entries: string[] = [];
  for await (const { entry } of all) entries.push(entry);
  expect(entries).toEqual(['+1', '+2', '+3']);
  expect(asked).toEqual([0, 1, 1, 2]);
  asked.length = 0;
  for await (const { entry } of pagesOf(client, 'listedNumbers', (page) => ({ query: { page: String(page) } })))
    if (entry === '+1') break;
  expect(asked).toEqual([0]);
});
