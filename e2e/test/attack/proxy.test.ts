import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request as encrypted } from 'node:https';
import { connect } from 'node:tls';
import { expect, it as every } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { aroundAll } from '@numscope/testing/around';
import { type IcapServer, icapServer } from '@numscope/testing/icap-server';
import { WebSocket } from 'ws';
import { Api } from '../../src/calls/api.ts';
import { single } from '../../src/attack/attacked.ts';
import { hasNginx, type Proxy, startNginx } from '../../src/attack/nginx.ts';
import { type Product, startProduct } from '../../src/product/product.ts';
import { usual } from '../../src/product/tested-product.ts';

// CI has the program; who has not sees what was not looked at.
const there = hasNginx() || process.env['CI'] !== undefined;
const it = there ? every : every.skip;

let proxy: Proxy;
let admin: Api;
/** Resolves when the first piece of an upload has got as far as the malware scanner. */
let reached: Promise<void>;
if (there)
  aroundAll(
    async () => {
      let tell: () => void = () => undefined;
      const arrived = new Promise<void>((resolve) => (tell = resolve));
      const scanner: IcapServer = await icapServer((_socket, received) => {
        if (received.includes('998901234567')) tell();
      });
      const env = { ...usual.env, TRUSTED_PROXIES: 'loopback', UPLOAD_SCAN_ICAP: scanner.url };
      const product: Product = await startProduct({ ...single, env });
      const started = await startNginx(product.port);
      return {
        started,
        arrived,
        api: await Api.login(product.url),
        async close() {
          await started.close();
          await product.discard();
          await scanner.close();
        },
      };
    },
    (opened) => ({ started: proxy, api: admin, arrived: reached } = opened),
  );

interface Sent {
  headers?: Record<string, string>;
  /** From which address of this machine. */
  from?: string;
  method?: string;
}

function begin(path: string, { headers = {}, from = '127.0.0.1', method = 'GET' }: Sent = {}) {
  const authorization = `Bearer ${admin.token}`;
  const { port, ca } = proxy;
  const own = { authorization, host: 'numscope.example', ...headers };
  return encrypted({ host: '127.0.0.1', port, ca, path, method, headers: own, localAddress: from });
}

async function answerTo(path: string, sent: Sent = {}): Promise<IncomingMessage> {
  const request = begin(path, sent).end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

it('browsers are told to keep to HTTPS, and the plain port leads them there, but no program', async () => {
  const answer = await answerTo(calls.health.path);
  answer.resume();
  expect([answer.statusCode, answer.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000']);
  const plain = `http://127.0.0.1:${proxy.plainPort}`;
  const page = await fetch(`${plain}/login`, { redirect: 'manual', headers: { host: 'numscope.example' } });
  expect([page.status, page.headers.get('location')?.startsWith('https://')]).toEqual([301, true]);
  expect((await fetch(plain + calls.me.path, { redirect: 'manual' })).status).toBe(403);
});

it('a file of any length may be imported: the product itself answers, also to one beyond what all else may send', async () => {
  const headers = { 'content-type': 'application/json', 'content-length': String(600 * 1024 ** 2) };
  const typeOf = async (path: string): Promise<string | undefined> => {
    const request = begin(path, { method: 'POST', headers });
    request.on('error', () => undefined).write('{');
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    request.destroy();
    return answer.headers['content-type'];
  };
  for (const { path } of [calls.importProfiles, calls.previewImport])
    expect([path, await typeOf(path)]).toEqual([path, expect.stringMatching('application/json')]);
  expect(await typeOf(calls.createJobFromFile.path)).toBe('text/html');
});

it('the encryption is of TLS 1.2 and 1.3 alone', async () => {
  const { port, ca } = proxy;
  const tried = async (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3'): Promise<boolean> => {
    const ciphers = version === 'TLSv1.1' ? 'DEFAULT:@SECLEVEL=0' : undefined;
    const socket = connect({ host: '127.0.0.1', port, ca, minVersion: version, maxVersion: version, ciphers });
    const outcome = await Promise.race([
      once(socket, 'secureConnect').then(() => true),
      new Promise<boolean>((resolve) => socket.on('error', () => resolve(false))),
    ]).catch(() => false);
    socket.destroy();
    return outcome;
  };
  expect([await tried('TLSv1.1'), await tried('TLSv1.2'), await tried('TLSv1.3')]).toEqual([false, true, true]);
});

it('the sender is whom the proxy saw, whatever the caller claims', async () => {
  const claims = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9', forwarded: 'for=203.0.113.9' };
  const answer = await answerTo(calls.listSources.path, { from: '127.0.0.3', headers: claims });
  answer.resume();
  expect(answer.statusCode).toBe(200);
  const filter = { body: { actionTypes: ['SOURCE'] } };
  let addresses: string[] = [];
  while (addresses.length === 0) addresses = (await admin.call(calls.searchAudit, filter)).content.map(({ ip }) => ip);
  expect(new Set(addresses)).toEqual(new Set(['127.0.0.3']));
});

it('a websocket opens', async () => {
  const { port, ca } = proxy;
  const socket = new WebSocket(`wss://127.0.0.1:${port}/api/mm-websocket`, { ca });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', token: admin.token }));
  const [message] = (await once(socket, 'message')) as [Buffer];
  expect(JSON.parse(message.toString())).toMatchObject({ type: 'ready' });
  socket.close();
});

it('server-sent events begin at once, before there is one', async () => {
  const answer = await answerTo(`${calls.followEvents.path}?topics=job.created`);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, expect.stringContaining('event-stream')]);
  answer.destroy();
});

it('an upload is passed on as it comes, long before its end', async () => {
  const edge = 'numscope-edge';
  const request = begin(calls.createJobFromFile.path, {
    method: 'POST',
    // Most that a file may have, of which most never comes.
    headers: { 'content-type': `multipart/form-data; boundary=${edge}`, 'content-length': String(500 * 1024 * 1024) },
  });
  request.on('error', () => undefined);
  const field = (head: string, value: string): string =>
    `--${edge}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}`;
  request.write(`${field('name="name"', 'Through the proxy')}\r\n`);
  request.write(field('name="file"; filename="phones.csv"', '+998901234567\n'.repeat(10_000)));
  await reached;
  request.destroy();
});
