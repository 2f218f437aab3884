import { beforeEach, describe, expect, it } from '@jest/globals';
import { aroundAll } from '@numscope/testing/around';
import { createTestTokens } from '@numscope/testing';
import { bearer, type Setup, setUp } from './setup.ts';

describe.each([
  ['in its process', false],
  ['over HTTP', true],
])('calls through the gateway to services %s', (_way, overHttp) => {
  let setup: Setup;
  aroundAll(
    () => setUp({ overHttp }),
    (opened) => (setup = opened),
  );
  beforeEach(() => void setup.services.seen.splice(0));

  const admin = () => bearer(setup.test.tokenFor('ADMIN'));
  const get = (path: string, headers: Record<string, string> = {}) => fetch(setup.url + path, { headers });

  it('passes an authorised call on, with the id of the request', async () => {
    const answer = await get('/api/auth/me', { ...admin(), 'x-request-id': 'mine-1' });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ userName: 'admin' });
    expect(answer.headers.get('x-request-id')).toBe('mine-1');
    expect(setup.services.seen).toMatchObject([{ url: '/api/auth/me', requestId: 'mine-1' }]);
  });

  it('makes an id of its own for a request whose id is not sane', async () => {
    const answer = await get('/api/auth/me', { ...admin(), 'x-request-id': 'a b {c}' });
    const id = answer.headers.get('x-request-id');
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(setup.services.seen[0]?.requestId).toBe(id);
  });

  it('answers a v2 call under both of its paths, with its body unread', async () => {
    const body = new Uint8Array(3 * 1024 * 1024).fill(48);
    const headers = { ...admin(), 'content-type': 'multipart/form-data; boundary=x' };
    for (const path of ['/api/v2/job/file', '/api/job/file']) {
      const answer = await fetch(setup.url + path, { method: 'POST', headers, body });
      expect({ status: answer.status, body: await answer.json() }).toEqual({
        status: 201,
        body: { bytes: body.length },
      });
    }
  });

  it('lets the service parse and refuse a body', async () => {
    const answer = await fetch(`${setup.url}/api/user`, {
      method: 'POST',
      headers: { ...admin(), 'content-type': 'application/json' },
      body: '{',
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ statusCode: 400, code: 'INVALID' });
  });

  it('does not believe a caller about its own address', async () => {
    await get('/api/auth/me', { ...admin(), 'x-forwarded-for': '10.1.2.3' });
    expect(setup.services.seen[0]?.ip).toBe('127.0.0.1');
  });

  it.each([
    ['no token', {}, '/api/auth/me', 401, 'UNAUTHORIZED'],
    ['a forged token', bearer('a.b.c'), '/api/auth/me', 401, 'UNAUTHORIZED'],
    ['no token at a call that only reads statistics', {}, '/api/stat/country-phone', 401, 'UNAUTHORIZED'],
  ])('refuses %s before the service hears of it', async (_name, headers, path, status, code) => {
    const answer = await get(path, headers);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({
      statusCode: status,
      code,
      requestId: answer.headers.get('x-request-id'),
    });
    expect(setup.services.seen).toEqual([]);
  });

  it('refuses a USER what is for administrators, and records the refusal', async () => {
    const answer = await fetch(`${setup.url}/api/user/7`, {
      method: 'DELETE',
      headers: bearer(setup.test.tokenFor('USER', 'bob')),
    });
    expect(answer.status).toBe(403);
    expect(setup.services.seen).toEqual([]);
    const entry = await setup.test.bus.waitFor('audit.logged', ({ data }) => data.username === 'bob');
    expect(entry.data).toMatchObject({ actionType: 'USER', outcome: 'FORBIDDEN', args: { id: '7' }, ip: '127.0.0.1' });
  });

  it('refuses a user without the module', async () => {
    const answer = await get('/api/profile/998901234567', bearer(setup.test.tokenFor('USER', 'web', ['Webint'])));
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'FORBIDDEN', details: { module: 'Profiler' } });
  });

  it('tells an ended session from a wrong token', async () => {
    const token = setup.test.tokens.sign({ id: 'id-of-old', userName: 'old', roles: ['USER'], modules: [] }, -5);
    const answer = await get('/api/auth/me', bearer(token));
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'SESSION_EXPIRED' });
  });

  it.each([
    ['a call of users', '/api/auth/me'],
    ['a call that needs no token', '/api/auth/.well-known/jwks.json'],
    ['health', '/api/health-checker'],
    ['all of health', '/api/health-checker/all'],
    ['the settings of the console', '/api/console-settings'],
    ['the description', '/api/openapi.json'],
    ['the page of the description', '/api/docs'],
    ['a page of the console', '/int'],
    ['a file of the console', '/assets/shell/remoteEntry.js'],
    ['the figures, on this very machine', '/metrics'],
    ['a probe', '/readyz'],
    ['a websocket', '/api/mm-websocket'],
    ['what there is not', '/api/nothing/here'],
    ['a call between services', '/internal/auth/revocations'],
  ])('opens nothing to a token of our own services: %s', async (_case, path) => {
    for (const accept of ['application/json', 'text/html']) {
      const answer = await get(path, { ...bearer(setup.test.serviceToken('jobs')), accept });
      expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ code: 'UNAUTHORIZED' })]);
    }
    expect(setup.services.seen).toEqual([]);
  });

  it('neither to one that only pretends to be of a service, and audits it where the call is audited', async () => {
    const pretended = createTestTokens().credentialsOf('jobs').token();
    const body = JSON.stringify({ username: 'anna', password: 'Sunrise!2026' });
    const headers = { ...bearer(pretended), 'content-type': 'application/json' };
    const answer = await fetch(`${setup.url}/api/auth/login`, { method: 'POST', headers, body });
    expect(answer.status).toBe(401);
    const { data } = await setup.test.bus.waitFor('audit.logged', (event) => event.data.actionType === 'LOGIN');
    expect(data).toMatchObject({ username: 'anonymous', outcome: 'UNAUTHORIZED' });
    expect(setup.services.seen).toEqual([]);
  });

  it('has no path for calls between services', async () => {
    for (const accept of ['application/json', 'text/html']) {
      const answer = await get('/internal/auth/revocations', { ...admin(), accept });
      expect({ status: answer.status, type: answer.headers.get('content-type') }).toEqual({
        status: 404,
        type: 'application/json; charset=utf-8',
      });
    }
    expect(setup.services.seen).toEqual([]);
  });

  it('tells an unknown path from an unknown method', async () => {
    const unknown = await get('/api/nothing/here', { ...admin(), accept: 'text/html' });
    expect({ status: unknown.status, body: await unknown.json() }).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
    const method = await fetch(`${setup.url}/api/auth/login`, { method: 'PUT' });
    expect({ status: method.status, allow: method.headers.get('allow') }).toEqual({ status: 405, allow: 'POST' });
  });

  it('takes no path that a call names for a parameter of another call', async () => {
    const asked = (method: string, path: string) => fetch(setup.url + path, { method, headers: admin() });
    for (const [method, path, allow] of [
      ['GET', '/api/profile/search', 'POST'],
      ['GET', '/api/v2/profile/export', 'POST'],
      ['PATCH', '/api/job/list', 'GET'],
      ['DELETE', '/api/user/search', 'POST'],
      ['QUERY', '/api/job/merge', 'POST'],
      ['OPTIONS', '/api/job/merge', 'POST'],
      ['OPTIONS', '/api/job/some-id', 'GET, PATCH'],
    ] as const) {
      const answer = await asked(method, path);
      expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, allow]);
    }
    expect(setup.services.seen).toEqual([]);
  });

  it('puts strict headers on answers of services and on its own', async () => {
    for (const path of ['/api/auth/me', '/api/health-checker', '/api/unknown', '/assets/shell/remoteEntry.js']) {
      const { headers } = await get(path, admin());
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('x-powered-by')).toBeNull();
    }
    expect((await get('/api/auth/me', admin())).headers.get('cache-control')).toBe('no-store');
  });
});

describe('the rate limit', () => {
  it('answers 429 with Retry-After when an address asks too often, refused calls and unknown paths included', async () => {
    const small = await setUp({ rateLimit: 5 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        fetch(small.url + (i % 2 ? '/api/auth/me' : '/api/none'), { headers: { 'x-forwarded-for': `10.0.0.${i}` } }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(10);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await refused[0]?.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await small.close();
  });
});
