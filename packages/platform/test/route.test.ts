import { beforeEach, describe, expect, it } from '@jest/globals';
import { apiError, callerNames, calls, type CarriedEntry, ErrorBody } from '@numscope/contracts';
import {
  carriedEvents,
  createServiceApp,
  finishApp,
  route,
  SERVICE_ANSWERS_MS,
  TransientError,
} from '@numscope/platform';
import { authed, createTestTokens, scrape, type TestKit, userChangedEvent } from '@numscope/testing';
import { appForEach } from './app-under-test.ts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';

let test: TestKit;
let app: FastifyInstance;
appForEach((opened) => ({ test, app } = opened));

const job = { params: { id: '1' } };
const admin = () => authed(app, test.tokenFor('ADMIN'));
/** What the audit got so far. */
const audited = async () => {
  await test.kit.audit.flush();
  return test.bus.published('audit.logged').map((event) => event.data);
};

describe('who may call', () => {
  beforeEach(() => {
    route(app, calls.deleteUser, async () => undefined);
    route(app, calls.revocations, async () => ({ revision: 0, users: [], keys: [...test.tokens.publicKeys()] }));
    route(app, calls.requestRefresh, async () => ({ number: 1 }) as never);
    route(app, calls.login, async (_context) => Promise.reject(apiError('BAD_CREDENTIALS')));
  });

  it('refuses a call without a token, with a forged one and with one past its time', async () => {
    const stranger = createTestTokens();
    const forged = stranger.sign({ id: 'id-of-admin', userName: 'admin', roles: ['ADMIN'], modules: [] }, 60);
    const past = test.tokens.sign({ id: 'id-of-admin', userName: 'admin', roles: ['ADMIN'], modules: [] }, -60);
    const answers = await Promise.all(
      [null, 'no token', forged, past].map((token) => authed(app, token).call(calls.deleteUser, job)),
    );
    expect(answers.map((answer) => [answer.statusCode, ErrorBody.parse(answer.json()).code])).toEqual([
      [401, 'UNAUTHORIZED'],
      [401, 'UNAUTHORIZED'],
      [401, 'UNAUTHORIZED'],
      [403, 'SESSION_EXPIRED'],
    ]);
  });

  it('lets administrators do what is theirs, and nobody else', async () => {
    expect((await admin().call(calls.deleteUser, job)).statusCode).toBe(204);
    expect((await authed(app, test.tokenFor('USER')).call(calls.deleteUser, job)).statusCode).toBe(403);
  });

  it('keeps calls between services to services', async () => {
    expect((await admin().call(calls.revocations)).statusCode).toBe(403);
    expect((await authed(app, test.serviceToken()).call(calls.revocations)).statusCode).toBe(200);
  });

  it('lets a service make only the calls that name it', async () => {
    const refresh = (service: 'profiles' | 'gateway') =>
      authed(app, test.serviceToken(service)).call(calls.requestRefresh, {
        body: { phone: '998901234567', requestedBy: 'anna' },
      });
    expect((await refresh('profiles')).statusCode).toBe(200);
    expect((await refresh('gateway')).json()).toMatchObject({ statusCode: 403, details: { service: 'gateway' } });
    for (const service of callerNames)
      expect((await authed(app, test.serviceToken(service)).call(calls.deleteUser, job)).statusCode).toBe(403);
  });

  it('ends a token at once when its user is revoked', async () => {
    const caller = admin();
    expect((await caller.call(calls.deleteUser, job)).statusCode).toBe(204);
    test.revocations.revoke('admin', Date.now());
    expect((await caller.call(calls.deleteUser, job)).statusCode).toBe(401);
  });

  it('asks for the module that a call belongs to', async () => {
    const other = createServiceApp(test.kit);
    route(other, calls.deleteProfile, async () => undefined);
    const options = { params: { phone: '998901234567' } };
    const answer = await authed(other, test.tokenFor('ADMIN', 'admin', ['Webint'])).call(calls.deleteProfile, options);
    expect([answer.statusCode, answer.json().details]).toEqual([403, { module: 'Profiler' }]);
    expect((await authed(other, test.tokenFor('ADMIN')).call(calls.deleteProfile, options)).statusCode).toBe(204);
    await other.close();
  });

  it('does not look at the token of a public call', async () => {
    const answer = await authed(app, 'nonsense').call(calls.login, { body: { username: 'a', password: 'b' } });
    expect(answer.json().code).toBe('BAD_CREDENTIALS');
  });
});

describe('what a call is given', () => {
  it('parses by the schemas of the call and names what does not fit', async () => {
    let seen: unknown;
    route(app, calls.searchUsers, async ({ body }) => {
      seen = body;
      return { content: [], totalElements: 0, totalPages: 0, number: 0, size: 15 };
    });
    expect((await admin().call(calls.searchUsers, { raw: {} })).statusCode).toBe(200);
    expect(seen).toEqual({ page: 0, size: 15 });
    const wrong = await admin().call(calls.searchUsers, { raw: { size: 5000 } });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json()).toMatchObject({ code: 'INVALID', details: [{ field: 'size' }] });
  });

  it.each([
    ['a list with one wrong phone', { phones: ['998901240000', 'x'] }, [{ field: 'phones.1' }]],
    ['a number for a phone', { phones: [998901240000] }, [{ field: 'phones.0' }]],
    ['no list', { phones: null }, [{ field: 'phones' }]],
    ['a filter with a wrong page', { filters: {}, page: -1 }, [{ field: 'page' }]],
    ['no object', ['998901240000'], [{ field: '', message: expect.stringContaining('object') }]],
    ['both', { phones: ['998901240000'], filters: {} }, [{ message: expect.stringContaining('filters') }]],
  ])('names what is wrong with %s where a body may be one of two', async (_what, raw, details) => {
    route(app, calls.exportProfiles, async () => Promise.reject(new Error('not reached')));
    const answer = await authed(app, test.tokenFor('USER')).call(calls.exportProfiles, { raw });
    expect(answer.json()).toMatchObject({ statusCode: 400, code: 'INVALID', details });
  });

  it('says which call wanted the body that is missing', async () => {
    route(app, calls.createUser, async () => Promise.reject(new Error('not reached')));
    const answer = await admin().call(calls.createUser);
    expect(answer.json()).toMatchObject({
      statusCode: 400,
      code: 'REQUIRED_PARAMETER',
      message: 'Required parameter userDTO was null or undefined when calling createUser',
    });
  });
});

it.each([
  ['/api/v2/job/1/passes/compare?from=1', 'to', 'comparePasses'],
  ['/api/v2/job//passes/compare?from=1&to=2', 'number', 'comparePasses'],
  ['/api/user/', 'id', 'deleteUser'],
])('says of %s which parameter is missing, once it knows who asks', async (url, parameter, call) => {
  route(app, calls.comparePasses, async () => Promise.reject(new Error('not reached')));
  route(app, calls.deleteUser, async () => Promise.reject(new Error('not reached')));
  const method = url.startsWith('/api/user') ? 'DELETE' : 'GET';
  const ask = async (token: string) =>
    (await app.inject({ method, url, headers: { authorization: `Bearer ${token}` } })).json();
  expect(await ask(test.tokenFor('ADMIN'))).toMatchObject({
    statusCode: 400,
    code: 'REQUIRED_PARAMETER',
    message: `Required parameter ${parameter} was null or undefined when calling ${call}`,
  });
  expect(await ask('nonsense')).toMatchObject({ statusCode: 401 });
});

describe('how faults are told', () => {
  it.each([
    ['a foreseen one as itself', apiError('QUOTA'), 409, 'QUOTA'],
    ['one that passes as unavailable', new TransientError('store away'), 503, 'SERVICE_UNAVAILABLE'],
    ['a full disk as such', new Error('database or disk is full'), 507, 'NO_ROOM'],
    ['any other without a word of it', new Error('secret detail'), 500, 'INTERNAL'],
  ])('%s', async (_name, fault, status, code) => {
    route(app, calls.deleteUser, () => Promise.reject(fault));
    const answer = await admin().call(calls.deleteUser, job);
    const body = ErrorBody.parse(answer.json());
    expect([answer.statusCode, body.code]).toEqual([status, code]);
    expect(body.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.body).not.toContain('secret detail');
  });

  it('answers an unknown path, broken JSON, a wrong type and a body that is too large in the same form', async () => {
    route(app, calls.createUser, async () => Promise.reject(new Error('not reached')));
    const post = (payload: string, type = 'application/json') =>
      admin().inject({ method: 'POST', url: calls.createUser.path, payload, headers: { 'content-type': type } });
    const answers = [
      await admin().inject({ url: '/api/none' }),
      await post('{"a":'),
      await post('<a/>', 'text/xml'),
      await post(`"${'a'.repeat(1_100_000)}"`),
    ];
    expect(answers.map((answer) => [answer.statusCode, ErrorBody.parse(answer.json()).code])).toEqual([
      [404, 'NOT_FOUND'],
      [400, 'INVALID'],
      [415, 'UNSUPPORTED_TYPE'],
      [413, 'BODY_TOO_LARGE'],
    ]);
  });

  it('tells in the header when to try again', async () => {
    route(app, calls.deleteUser, () => Promise.reject(apiError('TOO_MANY_REQUESTS', { retryAfter: 1.2 })));
    expect((await admin().call(calls.deleteUser, job)).headers['retry-after']).toBe('2');
  });
});

describe('what the audit keeps', () => {
  it('records a call by its declaration, with what was asked and without secrets', async () => {
    route(app, calls.deleteUser, async ({ audit }) => {
      audit.details = 'Deleted somebody';
      audit.add({ reason: 'left', password: 'x' });
    });
    await admin().call(calls.deleteUser, job);
    expect(await audited()).toMatchObject([
      {
        actionType: 'USER',
        username: 'admin',
        outcome: 'OK',
        details: 'Deleted somebody',
        args: { id: '1', reason: 'left', password: '***' },
      },
    ]);
  });

  it('records refusals with their code, of strangers too', async () => {
    route(app, calls.deleteUser, () => Promise.reject(apiError('NOT_FOUND')));
    await admin().call(calls.deleteUser, job);
    await authed(app, null).call(calls.deleteUser, job);
    expect((await audited()).map(({ username, outcome }) => [username, outcome])).toEqual([
      ['admin', 'NOT_FOUND'],
      ['anonymous', 'UNAUTHORIZED'],
    ]);
  });

  it('names who logged in by the id too, once that is known, and never another by it', async () => {
    route(app, calls.login, async ({ audit, body }) => {
      audit.as('typed');
      if (body.password === 'wrong') throw apiError('BAD_CREDENTIALS');
      audit.as('bob', 'id-of-bob');
      return { accessToken: 't' };
    });
    for (const password of ['right', 'wrong'])
      await admin().call(calls.login, { body: { username: 'typed', password } });
    expect((await audited()).map(({ username, userId }) => [username, userId])).toEqual([
      ['bob', 'id-of-bob'],
      ['typed', undefined],
    ]);
  });

  it('keeps of a body that does not fit only the names of its fields, whatever it is', async () => {
    route(app, calls.login, async () => Promise.reject(apiError('BAD_CREDENTIALS')));
    const bodies: unknown[] = [
      'x'.repeat(1_000_000),
      7,
      true,
      ['a'],
      { username: ['typed secret'], hunter2: 1 },
      { password: 5 },
    ];
    for (const raw of bodies) expect((await admin().call(calls.login, { raw })).statusCode).toBe(400);
    await test.kit.audit.close();
    const entries = await audited();
    expect(JSON.stringify(entries).length).toBeLessThan(2000);
    expect(entries.map(({ args }) => args)).toEqual([
      { fields: [] },
      expect.objectContaining({ refusals: bodies.length - 1 }),
    ]);
  });

  it.each([
    ['a list', [1, 2], { requestBody: [1, 2] }],
    ['an object', { page: 1, size: 2 }, { page: 1, size: 2 }],
  ])('keeps %s that fits', async (_kind, raw, args) => {
    const body = z.union([z.array(z.number()), z.object({ page: z.number(), size: z.number() })]);
    const anyCall = { ...calls.searchUsers, body, path: '/api/any' };
    route(app, anyCall, async () => Promise.reject(apiError('QUOTA')));
    await admin().inject({ method: 'POST', url: '/api/any', payload: raw });
    expect(await audited()).toMatchObject([{ args }]);
  });

  it.each([
    ['broken JSON', 'application/json', '{"a":', 'INVALID'],
    ['a type that nobody reads', 'text/xml', '<a/>', 'UNSUPPORTED_TYPE'],
    ['a body that is too large', 'application/json', `"${'a'.repeat(1_100_000)}"`, 'BODY_TOO_LARGE'],
  ])('keeps an entry of %s', async (_what, type, payload, outcome) => {
    route(app, calls.createUser, async () => Promise.reject(new Error('not reached')));
    await admin().inject({ method: 'POST', url: calls.createUser.path, payload, headers: { 'content-type': type } });
    expect(await audited()).toMatchObject([{ username: 'admin', outcome, args: {} }]);
  });

  it('leaves to the handler what it takes into its own outbox, unless the call fails after all', async () => {
    let fail = false;
    const kept: unknown[] = [];
    route(app, calls.deleteUser, async ({ audit }) => {
      kept.push(audit.take());
      if (fail) throw apiError('WRONG_STATE');
    });
    await admin().call(calls.deleteUser, job);
    expect(kept).toMatchObject([{ topic: 'audit.logged' }]);
    expect(await audited()).toEqual([]);
    fail = true;
    await admin().call(calls.deleteUser, job);
    expect((await audited()).map(({ outcome }) => outcome)).toEqual(['WRONG_STATE']);
  });

  it('is one entry, handed to another service and taken afterwards', async () => {
    const [kept, handed]: [unknown[], Array<CarriedEntry | undefined>] = [[], []];
    route(app, calls.deleteUser, async ({ audit }) => {
      handed.push(audit.hand());
      audit.as('bob');
      kept.push(audit.take());
    });
    await admin().call(calls.deleteUser, job);
    expect(handed).toMatchObject([{ username: 'admin', outcome: 'OK' }]);
    expect(kept).toMatchObject([{ id: handed[0]?.id, json: expect.stringContaining('"username":"bob"') }]);
    expect(carriedEvents(handed[0])).toMatchObject([{ topic: 'audit.logged', id: handed[0]?.id }]);
    expect(await audited()).toEqual([]);
  });

  it('is not told of calls without an audit type, nor of what services ask each other', async () => {
    route(app, calls.me, async () => Promise.reject(apiError('NOT_FOUND')));
    route(app, calls.deleteUser, async () => undefined);
    await admin().call(calls.me);
    await authed(app, test.serviceToken()).call(calls.deleteUser, job);
    expect(await audited()).toEqual([]);
  });
});

describe('operations', () => {
  it('is ready only while all its parts are, which it looks at once a second at most', async () => {
    let broken = false;
    let looks = 0;
    const bus = async (): Promise<void> => {
      looks += 1;
      if (broken) throw new Error('no bus');
    };
    await finishApp('jobs', app, { bus });
    const both = await Promise.all([app.inject('/readyz'), app.inject('/readyz')]);
    expect([...both.map(({ statusCode }) => statusCode), looks]).toEqual([200, 200, 1]);
    broken = true;
    let answer = await app.inject('/readyz');
    while (answer.statusCode === 200) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      answer = await app.inject('/readyz');
    }
    expect([answer.statusCode, answer.json().checks[0].message]).toEqual([503, 'no bus']);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
  });

  it('counts what each route answered, by method and status, and what has no route as one', async () => {
    route(app, calls.me, async () => Promise.reject(apiError('NOT_FOUND')));
    await finishApp('jobs', app, {});
    for (const path of ['/healthz', '/healthz', calls.me.path, '/nothing-here']) await app.inject(path);
    await admin().call(calls.me);
    const figures = await scrape(app);
    const answered = (route: string, status: string) =>
      figures('numscope_http_request_seconds_count', { method: 'GET', route, status });
    expect(answered('/healthz', '200')).toBe(2);
    expect([answered(calls.me.path, '401'), answered(calls.me.path, '404')]).toEqual([1, 1]);
    expect(answered('unknown', '404')).toBe(1);
  });

  it('asks the bus how far the service is behind only where that is wanted', async () => {
    let asked = 0;
    app.kit.metrics.measureLag(async () => {
      asked += 1;
      return [{ topic: 'phone.resolved', group: 'jobs', lag: 3 }];
    });
    const { health } = await finishApp('jobs', app, {});
    expect((await app.inject('/readyz')).json().queues).toBeUndefined();
    expect(await health()).not.toHaveProperty('queues');
    expect(asked).toBe(0);
    const waiting = [{ topic: 'phone.resolved', group: 'jobs', waiting: 3 }];
    expect((await app.inject('/readyz?queues=true')).json().queues).toEqual(waiting);
    expect(await health({ queues: true })).toMatchObject({ status: 'UP', queues: waiting });
  });

  it('names the part that does not answer, and tells all else, while who asks still waits', async () => {
    const never = (): Promise<never> => new Promise(() => undefined);
    app.kit.metrics.measureLag(never);
    await finishApp('jobs', app, { bus: never, store: async () => undefined });
    const begun = performance.now();
    const [ready, figures] = await Promise.all([app.inject('/readyz?queues=true'), app.inject('/metrics')]);
    expect(performance.now() - begun).toBeLessThan(SERVICE_ANSWERS_MS);
    expect([ready.statusCode, ready.json()]).toMatchObject([
      503,
      {
        checks: [
          { name: 'bus', status: 'DOWN', message: 'did not answer within 3 s' },
          { name: 'store', status: 'UP' },
        ],
      },
    ]);
    expect(ready.json()).not.toHaveProperty('queues');
    expect([figures.statusCode, figures.body]).toEqual([200, expect.stringContaining('numscope_http_request_seconds')]);
  });

  it('is ready though nobody can say how far it is behind', async () => {
    app.kit.metrics.measureLag(() => new Promise(() => undefined));
    await finishApp('jobs', app, { store: async () => undefined });
    const ready = await app.inject('/readyz?queues=true');
    expect([ready.statusCode, ready.json().status]).toEqual([200, 'UP']);
  });

  it('lets the test bus take what is published', async () => {
    await test.bus.deliver(userChangedEvent('a'));
    expect(test.bus.published('user.changed')).toHaveLength(1);
  });
});

it('takes an optional body that is not there, and refuses one that is null', async () => {
  route(app, calls.testSource, async ({ body }) => ({ phone: body?.phone ?? null }) as never);
  const send = (payload?: string) =>
    app.inject({
      method: 'POST',
      url: '/api/source/ONE/test',
      headers: {
        authorization: `Bearer ${test.tokenFor('ADMIN')}`,
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(payload === undefined ? {} : { payload }),
    });
  expect((await send()).json()).toEqual({ phone: null });
  expect((await send('{}')).json()).toEqual({ phone: null });
  expect((await send('null')).statusCode).toBe(400);
});
