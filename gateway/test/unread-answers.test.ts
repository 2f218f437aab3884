import type { Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { calls, limits } from '@numscope/contracts';
import { leaveUnread } from '@numscope/testing/unread-answer';
import { LARGE_BYTES } from './fake-backends.ts';
import { bearer, type House, openHouse } from './gateway-house.ts';

const { path, method } = calls.profilesByPhoneList;
const body = { phones: ['+998901234567'] };
const FITTING = limits.unreadAnswerBytes / LARGE_BYTES;

let house: House;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await house.close();
});

async function unread(token: string): Promise<number> {
  const { status, socket } = await leaveUnread(house.url, calls.profilesByPhoneList, token, body);
  sockets.push(socket);
  return status;
}

it.each([{ overHttp: false }, { overHttp: true }])(
  'a user who leaves large answers unread gets no further one, by whatever connection: %j',
  async ({ overHttp }) => {
    house = await openHouse({ overHttp });
    const [token, other] = [house.test.tokenFor('USER'), house.test.tokenFor('USER', 'other')];
    for (let n = 0; n < FITTING; n++) expect(await unread(token)).toBe(200);
    expect(await unread(token)).toBe(429);
    const headers = { ...bearer(other), 'content-type': 'application/json' };
    for (let n = 0; n < 2 * FITTING; n++) {
      const answer = await fetch(house.url + path, { method, headers, body: JSON.stringify(body) });
      expect((await answer.arrayBuffer()).byteLength).toBe(LARGE_BYTES);
    }
  },
);
