import type { Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { calls, limits } from '@numscope/contracts';
import { leaveUnread } from '@numscope/testing/unread-answer';
import { LARGE_BYTES } from './fake-backends.ts';
import { bearer, type Setup, setUp } from './setup.ts';

const { path, method } = calls.profilesByPhoneList;
const body = { phones: ['+998901234567'] };
const FITTING = limits.unreadAnswerBytes / LARGE_BYTES;

let setup: Setup;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await setup.close();
});

async function unread(token: string): Promise<number> {
  const { status, socket } = await leaveUnread(setup.url, calls.profilesByPhoneList, token, body);
  sockets.push(socket);
  return status;
}

it.each([{ overHttp: false }, { overHttp: true }])(
  'a user who leaves large answers unread gets no further one, by whatever connection: %j',
  async ({ overHttp }) => {
    setup = await setUp({ overHttp });
    const [token, other] = [setup.test.tokenFor('USER'), setup.test.tokenFor('USER', 'other')];
    for (let n = 0; n < FITTING; n++) expect(await unread(token)).toBe(200);
    expect(await unread(token)).toBe(429);
    const headers = { ...bearer(other), 'content-type': 'application/json' };
    for (let n = 0; n < 2 * FITTING; n++) {
      const answer = await fetch(setup.url + path, { method, headers, body: JSON.stringify(body) });
      expect((await answer.arrayBuffer()).byteLength).toBe(LARGE_BYTES);
    }
  },
);
