import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { profileUpdatedEvent } from '@numscope/testing';
import { type Setup, setUp } from './setup.ts';
import { SocketClient } from './socket-client.ts';

let setup: Setup;
beforeEach(async () => {
  setup = await setUp();
});
afterEach(() => setup.close());

const TOPICS = 7;

/** Counts the subscriptions that are open; one of them fails, once, if it is said which. */
function count(failing?: number): { open: number } {
  const counted = { open: 0 };
  const subscribe = setup.test.bus.subscribe.bind(setup.test.bus);
  let nth = 0;
  jest.spyOn(setup.test.bus, 'subscribe').mockImplementation(async (subscription) => {
    if (++nth === failing) throw new Error('no broker');
    const consumer = await subscribe(subscription);
    counted.open++;
    return {
      close: async (graceMs) => {
        await consumer.close(graceMs);
        counted.open--;
      },
    };
  });
  return counted;
}

it('follows all topics or none, so that the next websocket hears each event once', async () => {
  const subscriptions = count(3);
  const early = new SocketClient(setup.url);
  await early.auth(setup.test.tokenFor('ADMIN'));
  expect(await early.closed).toBe(1013);
  expect(subscriptions.open).toBe(0);
  const next = new SocketClient(setup.url);
  await next.auth(setup.test.tokenFor('ADMIN'));
  await next.next('ready');
  expect(subscriptions.open).toBe(TOPICS);
  await setup.test.bus.publish([profileUpdatedEvent()]);
  await next.next('profile.updated');
  expect(next.pending).toEqual([]);
  next.socket.terminate();
});

it('follows nothing any more for a websocket that brings its token when the system goes down', async () => {
  const subscriptions = count();
  const [before, late] = [new SocketClient(setup.url), new SocketClient(setup.url)];
  await Promise.all([before.auth(setup.test.tokenFor('ADMIN')), late.opened()]);
  await before.next('ready');
  const closing = setup.gateway.close();
  late.socket.send(JSON.stringify({ type: 'auth', token: setup.test.tokenFor('ADMIN') }));
  await Promise.all([closing, late.closed, before.closed]);
  expect(subscriptions.open).toBe(0);
});
