import { expect, it } from '@jest/globals';
import { aroundEach } from '@numscope/testing/around';
import { profileUpdatedEvent, scrape } from '@numscope/testing';
import { bearer, type Setup, setUp } from './setup.ts';
import { SocketClient } from './socket-client.ts';

let setup: Setup;
aroundEach(setUp, (opened) => (setup = opened));

it('counts what the gateway answers, its own and what it passed on', async () => {
  await fetch(`${setup.url}/api/auth/me`, { headers: bearer(setup.test.tokenFor('USER')) });
  await fetch(`${setup.url}/api/auth/me`);
  await fetch(`${setup.url}/api/nothing-here`);
  const figures = await scrape(setup.gateway.app);
  for (const status of ['200', '401', '404']) expect(figures('numscope_gateway_answers_total', { status })).toBe(1);
});

it('tells how many websockets are open, and what they were sent', async () => {
  const clients: SocketClient[] = [];
  for (let count = 0; count < 2; count++) {
    const client = new SocketClient(setup.url);
    clients.push(client);
    await client.auth(setup.test.tokenFor('USER'));
    await client.next('ready');
  }
  await setup.test.bus.publish([profileUpdatedEvent()]);
  for (const client of clients) await client.next('profile.updated');
  const figures = await scrape(setup.gateway.app);
  expect(figures('numscope_websocket_lines')).toBe(2);
  expect(figures('numscope_websocket_messages_total', { type: 'profile.updated' })).toBe(2);
  for (const { socket } of clients) socket.terminate();
});
