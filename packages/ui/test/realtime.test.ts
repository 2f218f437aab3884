import { mock } from 'node:test';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Realtime } from '../src/net/realtime.ts';
import { askForLogin, startSession } from '../src/session/session.ts';
import { fakeBrowser, tokenWith } from './browser.ts';

/** A websocket whose other end is the test. */
class FakeSocket {
  static all: FakeSocket[] = [];
  sent = 0;
  readonly #listeners = new Map<string, (event: { data?: string; code?: number }) => void>();

  constructor() {
    FakeSocket.all.push(this);
  }
  addEventListener(type: string, listener: (event: { data?: string; code?: number }) => void): void {
    this.#listeners.set(type, listener);
  }
  send(): void {
    this.sent++;
  }
  close(): void {}
  isReady(): void {
    this.#listeners.get('open')?.({});
    this.#listeners.get('message')?.({ data: '{"type":"ready"}' });
  }
  closes(code = 1006): void {
    this.#listeners.get('close')?.({ code });
  }
}

const real = globalThis.WebSocket;
let line: Realtime;
let reloads: number;
let refusals: number;
const sockets = (): FakeSocket[] => FakeSocket.all;
const last = (): FakeSocket => {
  const socket = FakeSocket.all.at(-1);
  if (socket === undefined) throw new Error('there is none');
  return socket;
};

beforeEach(() => {
  fakeBrowser();
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  Object.assign(globalThis, { WebSocket: FakeSocket, location: { origin: 'http://numscope.example' } });
  FakeSocket.all = [];
  reloads = 0;
  startSession(tokenWith({ exp: 4_102_444_800 }));
  refusals = 0;
  line = new Realtime(() => refusals++);
  line.onReconnect(() => reloads++);
  line.open();
});
afterEach(() => {
  mock.timers.reset();
  globalThis.WebSocket = real;
});

it('tells of no break at its first start, but from when on it hears', () => {
  const told: string[] = [];
  line.subscribe(({ type }) => told.push(type));
  last().isReady();
  expect([line.state, reloads, told]).toEqual(['live', 0, ['ready']]);
  last().closes();
  mock.timers.tick(3000);
  last().isReady();
  expect([line.state, reloads, told]).toEqual(['live', 1, ['ready']]);
});

it('comes back after a break within three seconds of each try, and tells that messages were missed', () => {
  last().isReady();
  last().closes();
  expect(line.state).toBe('connecting');
  for (let tries = 0; tries < 8; tries++) {
    const before = sockets().length;
    mock.timers.tick(3000);
    expect(sockets()).toHaveLength(before + 1);
    last().closes();
  }
  mock.timers.tick(3000);
  last().isReady();
  expect([line.state, reloads]).toEqual(['live', 1]);
});

it('tells of a break also where it was never live: what is shown was loaded before it could hear', () => {
  last().closes();
  mock.timers.tick(3000);
  last().isReady();
  expect(reloads).toBe(1);
});

it('does not wait for the next try when the browser is online again, and asks a line that counts as live', () => {
  last().isReady();
  last().closes();
  window.dispatchEvent(new Event('online'));
  expect(sockets()).toHaveLength(2);
  mock.timers.tick(3000);
  expect(sockets()).toHaveLength(2);
  last().isReady();
  expect(last().sent).toBe(1);
  window.dispatchEvent(new Event('online'));
  expect(last().sent).toBe(2);
  mock.timers.tick(5000);
  expect(line.state).toBe('connecting');
});

it('does not come again and again with a token that is refused, but with the next one', () => {
  last().closes(4401);
  mock.timers.tick(60_000);
  line.open();
  expect([line.state, sockets().length, refusals]).toEqual(['off', 1, 1]);
  startSession(tokenWith({ sub: 'another', exp: 4_102_444_800 }));
  expect(sockets()).toHaveLength(2);
});

it('comes again with the same token when the server did not hear it in time', () => {
  last().closes(4408);
  mock.timers.tick(3000);
  last().isReady();
  expect([line.state, sockets().length, reloads, refusals]).toEqual(['live', 2, 1, 0]);
});

it('stays with its try, and knows that messages were missed, when told of a session that is the same', () => {
  last().isReady();
  last().closes();
  mock.timers.tick(3000);
  askForLogin();
  expect(sockets()).toHaveLength(2);
  last().isReady();
  expect([line.state, reloads]).toEqual(['live', 1]);
});

it('comes back with the same token after its rights have changed', () => {
  last().isReady();
  last().closes(4401);
  mock.timers.tick(3000);
  expect(sockets()).toHaveLength(2);
});
