import { beforeEach, describe, expect, it } from '@jest/globals';
import { calls, ErrorBody, limits } from '@numscope/contracts';
import { acceptForms, bytesOf, excessOf, formParts, requestPath, route, UNREADABLE_PATH } from '@numscope/platform';
import type { TestKit } from '@numscope/testing';
import { appForEach } from './app-under-test.ts';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

let test: TestKit;
let app: FastifyInstance;
appForEach((opened) => ({ test, app } = opened));

const refusalOf = (answer: LightMyRequestResponse): [number, string] => [
  answer.statusCode,
  ErrorBody.parse(answer.json()).code,
];
const send = (payload: string | Buffer, type: string, url = '/api/user') =>
  app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': type, authorization: `Bearer ${test.tokenFor('ADMIN')}` },
  });

describe('a JSON body', () => {
  beforeEach(() => route(app, calls.createUser, async () => Promise.reject(new Error('not reached'))));

  const deep = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);

  it.each([
    ['deeper than any call needs', deep(limits.jsonDepth + 1)],
    ['so deep that looking into it would end', deep(100_000)],
    ['of lists that never close', '['.repeat(500_000)],
    ['with more values than any call needs', `[${'1,'.repeat(limits.jsonValues)}1]`],
    ["that names an object's prototype", '{"__proto__":{"admin":true}}'],
    ["that names an object's constructor", '{"constructor":{"prototype":{"admin":true}}}'],
    ['that is cut off', '{"userName":'],
    ['of nothing', ''],
  ])('%s is refused in the one shape, and the refusal is kept in the audit', async (_name, payload) => {
    expect(refusalOf(await send(payload, 'application/json'))).toEqual([400, 'INVALID']);
    await test.kit.audit.flush();
    expect(test.bus.published('audit.logged').map(({ data }) => data.outcome)).toEqual(['INVALID']);
    expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false);
  });

  it.each(['text/plain', 'application/xml', 'nonsense'])('is not %s', async (type) => {
    expect(refusalOf(await send('{"userName":"a"}', type))).toEqual([415, 'UNSUPPORTED_TYPE']);
  });

  it('is answered with a few of its faults', async () => {
    route(app, calls.mergeJobs, async () => Promise.reject(new Error('not reached')));
    const sourceNumbers = Array.from({ length: 1000 }, () => 'x');
    const answer = await send(
      JSON.stringify({ sourceNumbers, targetNumber: 1 }),
      'application/json',
      '/api/v2/job/merge',
    );
    expect(answer.json().details).toHaveLength(21);
    expect(answer.json().details.at(-1)).toEqual({ field: '', message: 'and 980 more' });
  });

  it('is looked over without its texts', () => {
    const quoted = JSON.stringify({ a: '['.repeat(1000), b: '\\"[{'.repeat(100), c: '\\' });
    expect(excessOf(quoted)).toBeNull();
    expect(excessOf(deep(limits.jsonDepth))).toBeNull();
    expect(excessOf('"' + '['.repeat(1000))).toBeNull();
  });
});

describe('a path', () => {
  it.each(['/api/user/%ff', '/api/%', '/api/user/%zz', `/api/user/${'a'.repeat(3000)}`])(
    '%.40s is one that nothing can be made of',
    async (url) => {
      expect(requestPath(url)).toBe(UNREADABLE_PATH);
      expect(refusalOf(await app.inject({ url }))).toEqual([400, 'INVALID']);
    },
  );

  it.each(['/api/user/..', '/api/user/%2E%2e/x', '/./api'])(
    '%s is none, which the next server would read as another',
    (url) => {
      expect(requestPath(url)).toBe(UNREADABLE_PATH);
    },
  );

  it('is taken as it is otherwise, without a host before it', () => {
    for (const url of ['/', '/api/user?%ff', '/api/user/%D0%90', '/api/auth/.well-known/jwks.json', '/a..b/...'])
      expect(requestPath(url)).toBe(url);
    expect(requestPath('http://other.example/api/user?x=1')).toBe('/api/user?x=1');
    expect(requestPath('http://other.example')).toBe('/');
  });

  it('may have a parameter of any length that a path has', async () => {
    route(app, calls.getJob, async ({ params }) => Promise.reject(new RangeError(params.number)));
    app.setErrorHandler((error: Error, _request, reply) => reply.send(error.message.length));
    const headers = { authorization: `Bearer ${test.tokenFor('ADMIN')}` };
    expect((await app.inject({ url: `/api/v2/job/${'1'.repeat(1500)}`, headers })).body).toBe('1500');
  });
});

describe('a form', () => {
  beforeEach(async () => {
    await acceptForms(app, { fileBytes: 1000, fieldBytes: 100, files: 1, cutsFiles: false });
    route(app, calls.importProfiles, async ({ request, reply }) => {
      const read: unknown[] = [];
      for await (const part of formParts(request)) {
        read.push('text' in part ? [part.field, part.text] : (await bytesOf(part.file)).toString());
      }
      return reply.send(read);
    });
  });

  const MULTIPART = 'multipart/form-data; boundary=X';
  const field = (name: string, value: string): string =>
    `--X\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = (content: string): string =>
    `--X\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: text/csv\r\n\r\n${content}`;
  const form = (payload: string, type = MULTIPART) => send(payload, type, '/api/profile/import');

  it('is read part by part', async () => {
    expect((await form(`${field('a', '1')}${field('b', '')}${file('x')}\r\n--X--\r\n`)).json()).toEqual([
      ['a', '1'],
      ['b', ''],
      'x',
    ]);
    expect((await form('')).json()).toEqual([]);
  });

  it.each([
    ['has no boundary', 'whatever', 'multipart/form-data', 400, 'INVALID'],
    ['has an empty boundary', 'whatever', 'multipart/form-data; boundary=', 400, 'UPLOAD_BROKEN'],
    ['has a field twice', `${field('a', '1')}${field('a', '2')}--X--\r\n`, MULTIPART, 400, 'INVALID'],
    ['has a field that is too long', `${field('a', '1'.repeat(200))}--X--\r\n`, MULTIPART, 400, 'INVALID'],
    ["has a field named as an object's prototype", `${field('__proto__', '1')}--X--\r\n`, MULTIPART, 400, 'INVALID'],
    [
      'has too many fields',
      `${Array.from({ length: 60 }, (_none, at) => field(`f${at}`, '')).join('')}--X--\r\n`,
      MULTIPART,
      400,
      'INVALID',
    ],
    ['has two files', `${file('x')}\r\n${file('y')}\r\n--X--\r\n`, MULTIPART, 400, 'INVALID'],
    ['has a file that is too large', `${file('x'.repeat(2000))}\r\n--X--\r\n`, MULTIPART, 413, 'BODY_TOO_LARGE'],
    ['ends in its file', file('x'), MULTIPART, 400, 'UPLOAD_BROKEN'],
    ['ends after its file', `${file('x')}\r\n`, MULTIPART, 400, 'UPLOAD_BROKEN'],
    ['ends in a field', '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\n1', MULTIPART, 400, 'UPLOAD_BROKEN'],
    ['ends in a header', '--X\r\nContent-Dispo', MULTIPART, 400, 'UPLOAD_BROKEN'],
    ['is something else', 'whatever', MULTIPART, 400, 'UPLOAD_BROKEN'],
    ['is JSON', '{}', 'application/json', 415, 'UNSUPPORTED_TYPE'],
  ])('that %s is refused', async (_name, payload, type, status, code) => {
    expect(refusalOf(await form(payload, type))).toEqual([status, code]);
  });
});
