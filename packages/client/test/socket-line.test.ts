import { mock } from 'node:test';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { SocketLine } from '@numscope/client';

/** A websocket whose other end is the test. */
class FakeSocket {
  static last: FakeSocket;
  readonly sent: unknown[] = [];
  closed = 0;
  readonly url: string;
  readonly #listeners = new Map<string, (event: { data: unknown; code: number }) => void>();

  constructor(url: string) {
    this.url = url;
    FakeSocket.last = this;
  }
  addEventListener(type: string, listener: (event: { data: unknown; code: number }) => void): void {
    this.#listeners.set(type, listener);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.closed++;
  }
  opens(): void {
    this.#happens('open');
  }
  says(message: object | string): void {
    this.#happens('message', { data: typeof message === 'string' ? message : JSON.stringify(message) });
  }
  closes(code: number): void {
    this.#happens('close', { code });
  }
  #happens(type: string, event: { data?: unknown; code?: number } = {}): void {
    this.#listeners.get(type)?.({ data: undefined, code: 0, ...event });
  }
}

const ready = { type: 'ready' };
const news = { type: 'profile.updated', at: 1, data: { phone: '+998901112233' } };
let told: string[];
let ended: number[];
let heard: number;

function openLine(): { line: SocketLine; socket: FakeSocket } {
  const line = new SocketLine({
    url: 'https://numscope.example',
    token: 'secret',
    WebSocket: FakeSocket,
    tell: ({ type }) => void told.push(type),
    heard: () => void heard++,
    ended: (code) => void ended.push(code),
  });
  return { line, socket: FakeSocket.last };
}

function readyLine(): { line: SocketLine; socket: FakeSocket } {
  const opened = openLine();
  opened.socket.opens();
  opened.socket.says(ready);
  return opened;
}

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
  [told, ended, heard] = [[], [], 0];
});
afterEach(() => {
  mock.timers.reset();
});

it('brings the token by its first message alone, and tells what it knows of what comes', () => {
  const { socket } = openLine();
  expect(socket.url).toBe('wss://numscope.example/api/mm-websocket');
  socket.opens();
  expect(socket.sent).toEqual([{ type: 'auth', token: 'secret' }]);
  for (const message of [ready, news, { type: 'of a newer server' }, 'no JSON', { type: 'pong' }]) socket.says(message);
  expect(told).toEqual(['ready', 'profile.updated']);
  expect(heard).toBe(5);
});

it('asks a silent server whether it is there, and stays open as long as it answers', () => {
  const { socket } = readyLine();
  for (let minute = 0; minute < 5; minute++) {
    mock.timers.tick(5000);
    expect(socket.sent.slice(1)).toEqual(Array.from({ length: minute + 1 }, () => ({ type: 'ping' })));
    socket.says({ type: 'pong' });
  }
  expect(ended).toEqual([]);
});

it('does not ask while messages come, and takes any message for an answer', () => {
  const { socket } = readyLine();
  for (let n = 0; n < 10; n++) {
    mock.timers.tick(4000);
    socket.says(news);
  }
  expect(socket.sent).toHaveLength(1);
  mock.timers.tick(5000);
  mock.timers.tick(4000);
  socket.says(news);
  mock.timers.tick(4000);
  expect(ended).toEqual([]);
});

it('has ended within ten seconds when nothing comes back, once, and says no more', () => {
  const { socket } = readyLine();
  mock.timers.tick(5000);
  mock.timers.tick(5000);
  expect(ended).toEqual([1006]);
  expect(socket.closed).toBe(1);
  socket.says(news);
  socket.closes(1006);
  mock.timers.tick(60_000);
  expect(told).toEqual(['ready']);
  expect(ended).toEqual([1006]);
});

it('asks at once when somebody doubts it, but one question at a time', () => {
  const { line, socket } = readyLine();
  line.check();
  line.check();
  expect(socket.sent.slice(1)).toEqual([{ type: 'ping' }]);
  mock.timers.tick(5000);
  expect(ended).toEqual([1006]);
});

it.each([
  ['does not open', () => openLine()],
  [
    'opens and is never ready',
    () => {
      const opened = openLine();
      opened.socket.opens();
      return opened;
    },
  ],
])('gives up one that %s', (_name, open) => {
  const { line, socket } = open();
  line.check();
  mock.timers.tick(7500);
  expect(ended).toEqual([1006]);
  expect(socket.closed).toBe(1);
  expect(socket.sent.filter((message) => JSON.stringify(message) === '{"type":"ping"}')).toEqual([]);
});

it('tells the code that the server closed it with, and nothing when its owner closed it', () => {
  const { socket } = readyLine();
  socket.closes(4401);
  expect(ended).toEqual([4401]);
  const own = readyLine();
  own.line.close();
  own.socket.closes(1000);
  mock.timers.tick(60_000);
  expect(ended).toEqual([4401]);
});
