import type { Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { calls, ErrorBody, limits } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { TestKit } from '@numscope/testing';
import { leaveUnread } from '@numscope/testing/unread-answer';
import type { FastifyInstance } from 'fastify';
import { appForEach } from './app-under-test.ts';

const PATH = calls.profilesByPhoneList.path;
/** As many fit into what one caller may leave unread; each is more than connections hold by themselves. */
const FITTING = 4;
const LARGE = Buffer.alloc(limits.unreadAnswerBytes / FITTING, ' ');

let test: TestKit;
let app: FastifyInstance;
appForEach((opened) => ({ test, app } = opened));

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function listening(answer: () => unknown): Promise<URL> {
  route(app, calls.profilesByPhoneList, async ({ reply }) => reply.type('application/json').send(answer()));
  return new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
}

const body = { phones: ['+998901234567'] };
/** The status of an answer that is left unread. */
async function unread({ href }: URL, token: string): Promise<number> {
  const { status, socket } = await leaveUnread(href, calls.profilesByPhoneList, token, body);
  sockets.push(socket);
  return status;
}

const ask = (url: URL, token: string): Promise<Response> =>
  fetch(new URL(PATH, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

it.each([
  ['bytes', LARGE],
  ['text', LARGE.toString()],
])('refuses who leaves large answers unread, and nobody else, until they are given up: %s', async (_kind, large) => {
  const url = await listening(() => large);
  const [token, other] = [test.tokenFor('USER'), test.tokenFor('USER', 'other')];
  for (let n = 0; n < FITTING; n++) expect(await unread(url, token)).toBe(200);
  const refused = await ask(url, token);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect(ErrorBody.parse(await refused.json()).code).toBe('TOO_MANY_REQUESTS');
  await test.kit.audit.flush();
  expect(test.bus.published('audit.logged').at(-1)?.data.outcome).toBe('TOO_MANY_REQUESTS');

  expect((await (await ask(url, other)).arrayBuffer()).byteLength).toBe(LARGE.byteLength);
  sockets[0]?.destroy();
  let status = 429;
  for (let tries = 0; status === 429 && tries < 200; tries++) {
    const answer = await ask(url, token);
    ({ status } = answer);
    await answer.arrayBuffer();
  }
  expect(status).toBe(200);
});

it('refuses nobody who takes the answers, however many they are', async () => {
  const url = await listening(() => LARGE);
  const token = test.tokenFor('USER');
  const statuses = new Set<number>();
  for (let n = 0; n < 2 * FITTING; n++) {
    const answer = await ask(url, token);
    statuses.add(answer.status);
    await answer.arrayBuffer();
  }
  expect([...statuses]).toEqual([200]);
});

it('refuses as what it is: as no file, and with its own length', async () => {
  route(app, calls.profilesByPhoneList, async ({ reply }) =>
    reply.header('content-disposition', 'attachment; filename="list.json"').type('application/json').send(LARGE),
  );
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const token = test.tokenFor('USER');
  for (let n = 0; n < FITTING; n++) expect(await unread(url, token)).toBe(200);
  const refused = await ask(url, token);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('content-disposition')).toBeNull();
  expect(ErrorBody.parse(await refused.json()).code).toBe('TOO_MANY_REQUESTS');
});

it('answers as many at once as may be left unread', async () => {
  const url = await listening(() => LARGE);
  const token = test.tokenFor('USER');
  const answers = await Promise.all(Array.from({ length: FITTING }, () => ask(url, token)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: FITTING }, () => 200));
  for (const answer of answers) expect((await answer.arrayBuffer()).byteLength).toBe(LARGE.byteLength);
});

it('lets one answer be of any size, and small ones pass beside it', async () => {
  let answer = Buffer.alloc(limits.unreadAnswerBytes + 1, ' ');
  const url = await listening(() => answer);
  const token = test.tokenFor('USER');
  expect(await unread(url, token)).toBe(200);
  expect((await ask(url, token)).status).toBe(429);
  answer = Buffer.from('[]');
  expect((await ask(url, token)).status).toBe(200);
});
