import type { Socket } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Call, calls, ErrorBody, limits } from '@numscope/contracts';
import { openSocket, type RawAnswer, sendRaw, sendWhenFree } from '@numscope/testing/raw-http';
import { askUntil } from '@numscope/testing/ask-until';
import type { Api } from '../../src/calls/api.ts';
import { attacked } from '../../src/attack/attacked.ts';
import { expectOneShape, pathOf, type RawCall, send } from '../../src/attack/raw-call.ts';
import type { Product } from '../../src/product/product.ts';
import { full } from '../../src/scale.ts';
import { picturedPhone } from '../../src/attack/pictured-phone.ts';
import { sharedProductForAll } from '../../src/product/tested-product.ts';

const all: Array<[string, Call]> = Object.entries(calls);
const outside = all.filter(([, call]) => call.access !== 'service');
const writing = outside.filter(([, { method }]) => method !== 'GET');
const CLOSE = 'host: x\r\nconnection: close\r\n\r\n';

let product: Product;
let admin: Api;
let phone: string;
let imageId: string;
/** Bodies that come a byte at a time, begun with the suite because they end after half a minute: the gateway's own tests have them at each change, with less time. */
let trickles: Array<Promise<RawAnswer>> = [];

const trickle = (type: string): Promise<RawAnswer> =>
  sendRaw(
    product.url,
    `POST ${calls.createJobFromFile.path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${admin.token}\r\ncontent-type: ${type}\r\ncontent-length: 100000\r\n\r\n`,
    (socket) => {
      const timer = setInterval(() => socket.write('0'), 500);
      socket.on('close', () => clearInterval(timer));
    },
  );

sharedProductForAll((opened) => ({ product, admin } = opened), attacked);
beforeAll(async () => {
  if (full) trickles = ['application/json', 'multipart/form-data; boundary=x'].map(trickle);
  ({ phone, imageId } = await picturedPhone(admin));
});

function expectRawRefusal(answer: RawAnswer, status: number): void {
  const body = ErrorBody.parse(JSON.parse(answer.body));
  expect([answer.status, body.statusCode]).toEqual([status, status]);
  expect(answer.headers).toMatchObject({
    'x-request-id': body.requestId,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  expect(answer.body).not.toMatch(/node_modules|\.ts:|HPE_|FST_|ERR_/);
}

const checked = async (call: RawCall): Promise<[number, string | undefined]> => {
  const answer = await send(admin, call);
  return [answer.status, expectOneShape(call, answer)?.code];
};

describe('every kind of body', () => {
  const deep = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
  const JSON_TYPE = 'application/json';
  const bodies: Array<[string, string, string]> = [
    ['deeper than any is', deep(limits.jsonDepth + 1), JSON_TYPE],
    ['a hundred thousand deep', deep(100_000), JSON_TYPE],
    ['lists that never close', '['.repeat(300_000), JSON_TYPE],
    ['many values', `[${'1,'.repeat(limits.jsonValues)}1]`, JSON_TYPE],
    ['an object of its prototype', '{"__proto__":{"roles":["ADMIN"]}}', JSON_TYPE],
    ['cut off', '{"page":', JSON_TYPE],
    ['a text', '"text"', JSON_TYPE],
    ['a number', '1e999', JSON_TYPE],
    ['a list', '[null]', JSON_TYPE],
    ['null', 'null', JSON_TYPE],
    ['empty', '', JSON_TYPE],
    ['half a letter', '{"page":"\ud800"}', JSON_TYPE],
    ['plain text', 'text', 'text/plain'],
    ['of no type that there is', '{}', 'no/type; at all'],
    ['a form without a boundary', 'whatever', 'multipart/form-data'],
    ['a form that is none', 'whatever', 'multipart/form-data; boundary=X'],
    [
      'a form that breaks off',
      '--X\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n99890',
      'multipart/form-data; boundary=X',
    ],
    ['a form of a web page', 'name=x&iteration=0', 'application/x-www-form-urlencoded'],
  ];

  it.each(bodies)('%s is answered by every call in the one shape', async (_what, body, type) => {
    for (const [, call] of writing) {
      const path = pathOf(call, () => '999999');
      const [status] = await checked({ method: call.method, path, body, type });
      expect(status).not.toBe(406);
    }
  });

  it('of an upload or import is refused by what is wrong with it', async () => {
    const upload = (body: string, type: string, path: string = calls.createJobFromFile.path) =>
      checked({ method: 'POST', path, body, type });
    const cut = '--X\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n998901234567';
    const MULTIPART = 'multipart/form-data; boundary=X';
    expect(await upload('{}', JSON_TYPE)).toEqual([415, 'UNSUPPORTED_TYPE']);
    expect(await upload('x', 'multipart/form-data')).toEqual([400, 'INVALID']);
    for (const path of [calls.createJobFromFile.path, calls.importProfiles.path]) {
      const named = cut.replace('--X', '--X\r\ncontent-disposition: form-data; name="name"\r\n\r\nx\r\n--X');
      expect(await upload(named, MULTIPART, path)).toEqual([400, 'UPLOAD_BROKEN']);
    }
    const nested = cut.replace(
      /998.*/,
      `[{"phone":"998901234567","names":${'['.repeat(6000)}${']'.repeat(6000)}}]\r\n--X--\r\n`,
    );
    expect(await upload(nested, MULTIPART, calls.importProfiles.path)).toEqual([422, 'INVALID_DATA']);
  });

  it('that is refused leaves an entry in the audit', async () => {
    const path = calls.searchUsers.path;
    await checked({ method: 'POST', path, body: deep(70_000), type: JSON_TYPE });
    await askUntil(
      () => admin.call(calls.searchAudit, { body: { actionTypes: ['USER'], size: 1000 } }),
      ({ content }) => content.some(({ outcome }) => outcome === 'INVALID'),
    );
  });
});

describe('what is hardly a request', () => {
  it.each([
    ['no HTTP', 'nonsense\r\n\r\n', 400],
    ['an unknown method', `NONSENSE / HTTP/1.1\r\n${CLOSE}`, 400],
    [
      'a length and chunks',
      `POST /api/auth/login HTTP/1.1\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n${CLOSE}`,
      400,
    ],
    [
      'chunks of no size',
      `POST /api/auth/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-type: application/json\r\n\r\nzz\r\n`,
      400,
    ],
    ['headers without end', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(40_000)}`, 431],
    ['a path that is no UTF-8', `GET /api/%ff HTTP/1.1\r\n${CLOSE}`, 400],
    ['a path with half a percent sign', `DELETE /api/user/% HTTP/1.1\r\n${CLOSE}`, 400],
    ['a path with dots', `GET /api/v2/job/%2e%2e/preflight HTTP/1.1\r\n${CLOSE}`, 400],
    ['a path without end', `GET /api/user/${'a'.repeat(4000)} HTTP/1.1\r\n${CLOSE}`, 400],
    ['a star', `OPTIONS * HTTP/1.1\r\n${CLOSE}`, 404],
  ])('%s is answered in the one shape', async (_what, bytes, status) => {
    expectRawRefusal(await sendRaw(product.url, bytes), status);
  });

  it.each([101, 513, 1900])('a parameter of %d letters is one that nobody has', async (length) => {
    const long = '1'.repeat(length);
    expect(await checked({ method: 'GET', path: `/api/v2/job/${long}` })).toEqual([404, 'NOT_FOUND']);
    expect(await checked({ method: 'GET', path: `/api/source/${long}` })).toEqual([404, 'NOT_FOUND']);
    expect((await checked({ method: 'GET', path: `/api/profile/${long}` }))[0]).toBe(400);
  });
});

describe('methods', () => {
  it('HEAD deletes nothing, and every path says which methods it knows', async () => {
    const path = `/api/profile/delete/${phone}`;
    for (const method of ['HEAD', 'OPTIONS', 'PUT', 'POST']) {
      const answer = await send(admin, { method, path });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
    }
    expect((await admin.call(calls.getProfile, { params: { phone } })).phone).toBe(phone);
    for (const [, call] of outside.filter(([, each]) => each.method === 'GET')) {
      const answer = await send(admin, { method: 'HEAD', path: pathOf(call, () => '1') });
      // That a part does not answer in time on a busy machine is what health is asked for.
      const isHealth = call.path === calls.health.path && answer.status === 503;
      expect([call.path, answer.status]).toEqual([call.path, isHealth ? 503 : call.head ? 200 : 405]);
    }
  });
});

describe('pictures', () => {
  it.each(['getImage', 'getThumbnail'] as const)(
    '%s is to be asked for each time, and told apart by its content',
    async (name) => {
      const path = pathOf(calls[name], () => imageId);
      const first = await send(admin, { method: 'GET', path });
      expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
      const kept = { 'if-none-match': first.headers.get('etag') ?? '' };
      expect((await send(admin, { method: 'GET', path, headers: kept })).status).toBe(304);
      expect((await send({ url: product.url, token: 'a.b.c' }, { method: 'GET', path, headers: kept })).status).toBe(
        401,
      );
      expect(
        (await send(admin, { method: 'GET', path: path.replace(imageId, 'f'.repeat(64)), headers: kept })).status,
      ).toBe(404);
    },
  );
});

describe('what a caller says of itself', () => {
  it.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])('%s makes nobody this machine', async (header) => {
    expect((await fetch(`${product.url}/metrics`)).status).toBe(200);
    const answer = await fetch(`${product.url}/metrics`, { headers: { [header]: '127.0.0.1' } });
    expect([answer.status, ErrorBody.parse(await answer.json()).code]).toEqual([401, 'UNAUTHORIZED']);
  });

  it('makes no connection an encrypted one', async () => {
    const answer = await fetch(`${product.url}/api/health-checker`, { headers: { 'x-forwarded-proto': 'https' } });
    expect(answer.headers.get('strict-transport-security')).toBeNull();
  });
});

describe('connections', () => {
  it('are bounded for one address, who goes on when its idle ones are gone', async () => {
    const idle: Socket[] = [];
    const request = `GET /api/console-settings HTTP/1.1\r\n${CLOSE}`;
    while (idle.length < 2000)
      idle.push(...(await Promise.all(Array.from({ length: 100 }, () => openSocket(product.url)))));
    expectRawRefusal(await sendRaw(product.url, request), 429);
    for (const socket of idle) socket.destroy();
    expect((await sendWhenFree(product.url, request)).status).toBe(200);
  });

  const slowly = full ? it : () => undefined;
  slowly('on which a body trickles end in time', async () => {
    for (const answer of await Promise.all(trickles)) {
      // Thirty seconds, and what a busy machine takes to look at its clock.
      expect(answer.ms).toBeLessThan(60_000);
      expectRawRefusal(answer, 408);
    }
  });
});
