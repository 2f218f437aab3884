import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Client } from '@numscope/client';
import { eventVersion } from '@numscope/contracts/event-version';

let server: Server;
let client: Client;
/** What each connection asked for as the last event that it had. */
let asked: (string | undefined)[];
/** How the connections are answered, one after the other; one beyond them is a fault. */
let answers: Array<(response: ServerResponse) => void>;

beforeEach(async () => {
  asked = [];
  server = createServer((request: IncomingMessage, response) => {
    asked.push(request.headers['last-event-id']?.toString());
    answers[asked.length - 1]?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = new Client({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const event = (n: number): string => {
  const data = { id: `job-${n}`, number: n, name: 'Spring', from: null, to: 'DONE', run: 1, at: 1, by: 'ann' };
  const told = { id: `event-${n}`, type: 'job.status-changed', version: eventVersion, at: 1, key: String(n), data };
  return `id: place-${n}\ndata: ${JSON.stringify(told)}\n\n`;
};
const refuse = (status: number) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ statusCode: status, code: 'X', message: 'no', requestId: 'r1' }));
};
/** Sends this much, and then ends in order or breaks off. */
const stream =
  (text: string, end: 'ends' | 'breaks' = 'ends') =>
  (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(text, () => (end === 'ends' ? response.end() : response.destroy()));
  };

it('goes on behind the last event over connections that break, end or are refused for a while, and ends at a refusal', async () => {
  answers = [
    stream('id: place-0\n\n', 'breaks'),
    stream(`${event(1)}${event(2)}: still there\n\n${event(3).slice(0, 40)}`, 'breaks'),
    refuse(503),
    (response) => response.destroy(),
    stream(event(3)),
    stream(event(4)),
    refuse(403),
  ];
  const received: string[] = [];
  const reading = (async () => {
    for await (const told of client.events({ topics: ['job.status-changed'] })) received.push(told.id, told.event.id);
  })();
  await expect(reading).rejects.toMatchObject({ status: 403 });
  const each = [1, 2, 3, 4].flatMap((n) => [`place-${n}`, `event-${n}`]);
  expect(received).toEqual(each);
  expect(asked).toEqual([undefined, 'place-0', 'place-2', 'place-2', 'place-2', 'place-3', 'place-4']);
});

it('begins anew where the server takes the connection and says nothing', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
  try {
    answers = [() => undefined, refuse(403)];
    const reading = client.events({ topics: ['job.status-changed'] }).next();
    const refused = expect(reading).rejects.toMatchObject({ status: 403 });
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    while (asked.length === 0) await turn();
    await jest.advanceTimersByTimeAsync(39_000);
    await turn();
    expect(asked).toHaveLength(1);
    // And the pause before the next connection.
    await jest.advanceTimersByTimeAsync(10_000);
    while (asked.length < 2) await turn();
    await refused;
  } finally {
    jest.useRealTimers();
  }
});

it('keeps its place over a connection that tells no id', async () => {
  answers = [stream(event(1)), stream(':\n\n', 'breaks'), refuse(403)];
  const events = client.events({ topics: ['job.status-changed'] });
  expect((await events.next()).value).toMatchObject({ id: 'place-1' });
  await expect(events.next()).rejects.toMatchObject({ status: 403 });
  expect(asked).toEqual([undefined, 'place-1', 'place-1']);
});

it('takes no page that something on the way answers for the stream', async () => {
  const page = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<html>\n\n<p>Down for a while</p>\n\n</html>');
  };
  answers = [page, refuse(403)];
  const events = client.events({ topics: ['job.status-changed'], after: 'place-1' });
  await expect(events.next()).rejects.toMatchObject({ status: 200, code: 'UNREADABLE' });
  expect(asked).toEqual(['place-1']);
});

it.each([
  ['a version that it does not know', event(1).replace(/"version":\d+/, '"version":99')],
  ['a form that it does not know', event(1).replace('"to":"DONE"', '"to":7')],
  ['no JSON', 'id: place-1\ndata: {\n\n'],
])('stops at an event of %s, and does not pass over it', async (_what, text) => {
  answers = [stream(text), refuse(403)];
  const events = client.events({ topics: ['job.status-changed'] });
  await expect(events.next()).rejects.toMatchObject({ status: 200, code: 'UNREADABLE' });
});

it('passes over a topic that is newer than it', async () => {
  answers = [stream(event(1).replace('job.status-changed', 'job.forgotten') + event(2)), refuse(403)];
  expect((await client.events().next()).value).toMatchObject({ id: 'place-2' });
});

it('waits as long as the server asks before it comes again, unless the signal ends it', async () => {
  answers = [
    (response) => {
      response.setHeader('retry-after', '2');
      refuse(429)(response);
    },
    (response) => {
      response.setHeader('retry-after', '60');
      refuse(429)(response);
    },
  ];
  const ending = new AbortController();
  const begun = performance.now();
  const told = client.events({ topics: ['job.status-changed'], signal: ending.signal }).next();
  while (asked.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(performance.now() - begun).toBeGreaterThan(1900);
  // It waits for a minute now.
  await new Promise((resolve) => setTimeout(resolve, 100));
  ending.abort();
  expect(await told).toMatchObject({ done: true });
  expect(performance.now() - begun).toBeLessThan(10_000);
});
