import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { strictHeaders } from '../src/http/security-headers.ts';
import { StrictAnswer } from '../src/http/strict-answer.ts';

const OWN = { 'cache-control': 'public', 'x-more': 'yes' };

it.each<[string, (answer: StrictAnswer) => unknown]>([
  ['an object', (answer) => answer.writeHead(200, OWN)],
  ['a list', (answer) => answer.writeHead(200, ['Cache-Control', 'public', 'x-more', 'yes'])],
  ['an object behind words', (answer) => answer.writeHead(200, 'Fine', OWN)],
  ['headers set one by one', (answer) => answer.setHeader('cache-control', 'public').setHeader('x-more', 'yes')],
])('replaces of the strict headers only what is given as %s', async (_how, head) => {
  const server = createServer({ ServerResponse: StrictAnswer }, (_request, answer) => {
    head(answer);
    answer.end('said');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const headersFor = async (id: string) => {
    const headers = { connection: 'close', 'x-request-id': id };
    return Object.fromEntries((await fetch(`http://127.0.0.1:${port}/`, { headers })).headers);
  };
  expect(await headersFor('one')).toMatchObject({ ...strictHeaders, ...OWN, 'x-request-id': 'one' });
  expect((await headersFor('x'.repeat(500)))['x-request-id']).toMatch(/^[\w-]{1,128}$/);
  server.close();
  await once(server, 'close');
});
