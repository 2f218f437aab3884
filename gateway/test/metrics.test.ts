import { expect, it } from '@jest/globals';
import { aroundEach } from '@numscope/testing/around';
import { profileUpdatedEvent, scrape } from '@numscope/testing';
import { bearer, type House, openHouse } from './gateway-house.ts';
import { SocketClient } from './socket-client.ts';

let house: House;
aroundEach(openHouse, (opened) => (house = opened));

it('counts what the gateway answers, its own and what it passed on', async () => {
  await fetch(`${house.url}/api/auth/me`, { headers: bearer(house.test.tokenFor('USER')) });
  await fetch(`${house.url}/api/auth/me`);
  await fetch(`${house.url}/api/nothing-here`);
  const figures = await scrape(house.gateway.app);
  for (const status of ['200', '401', '404']) expect(figures('numscope_gateway_answers_total', { status })).toBe(1);
});

it('tells how many websockets are open, and what they were sent', async () => {
  const clients: SocketClient[] = [];
  for (let count = 0; count < 2; count++) {
    const client = new SocketClient(house.url);
    clients.push(client);
    await client.auth(house.test.tokenFor('USER'));
    await client.next('ready');
  }
  await house.test.bus.publish([profileUpdatedEvent()]);
  for (const client of clients) await client.next('profile.updated');
  const figures = await scrape(house.gateway.app);
  expect(figures('numscope_websocket_lines')).toBe(2);
  expect(figures('numscope_websocket_messages_total', { type: 'profile.updated' })).toBe(2);
  for (const { socket } of clients) socket.terminate();
});
