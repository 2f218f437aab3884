import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { bearer, type Setup, setUp } from './setup.ts';
import { SocketClient } from './socket-client.ts';

/** What the audit has once nothing is counted any more, as [user, outcome, arguments]. */
async function entriesOf(setup: Setup): Promise<unknown[][]> {
  await setup.test.kit.audit.close();
  return setup.test.bus
    .published('audit.logged')
    .map(({ data }) => [data.actionType, data.username, data.outcome, data.args]);
}

describe.each([
  ['in its process', false],
  ['over HTTP', true],
])('the audit of calls to services %s', (_way, overHttp) => {
  let setup: Setup;
  const open = async (rateLimit?: number): Promise<Setup> =>
    (setup = await setUp({ overHttp, ...(rateLimit === undefined ? {} : { rateLimit }) }));
  afterEach(() => setup.close());

  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(setup.url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });

  it('counts the refusals of callers without a token', async () => {
    await open();
    for (let n = 0; n < 20; n++) await post('/api/user', '{}');
    expect(await entriesOf(setup)).toEqual([
      ['USER', 'anonymous', 'UNAUTHORIZED', {}],
      ['USER', 'anonymous', 'UNAUTHORIZED', expect.objectContaining({ call: 'createUser', refusals: 19 })],
    ]);
  });

  it('says whose call was refused for its body, whatever is wrong with it', async () => {
    await open();
    const admin = bearer(setup.test.tokenFor('ADMIN'));
    const answers = [
      await post('/api/user', '{', admin),
      await post('/api/user', `"${'a'.repeat(2_000_000)}"`, admin),
      await post('/api/user', '<a/>', { ...admin, 'content-type': 'text/xml' }),
      await post('/api/user', '{"userName":["a"]}', admin),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 413, 415, 400]);
    expect(await entriesOf(setup)).toEqual([
      ['USER', 'admin', 'INVALID', {}],
      ['USER', 'admin', 'BODY_TOO_LARGE', {}],
      ['USER', 'admin', 'UNSUPPORTED_TYPE', {}],
      ['USER', 'admin', 'INVALID', { fields: ['userName'] }],
    ]);
  });

  it('has nothing of what came too fast', async () => {
    await open(2);
    const paths = ['/api/user/1', '/api/auth/me', '/api/health-checker', '/api/none'];
    const headers = bearer(setup.test.tokenFor('USER', 'bob'));
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_none, n) => fetch(setup.url + paths[n % 4], { method: 'DELETE', headers })),
    );
    const passed = answers.filter(({ status }) => status !== 429).length;
    expect(passed).toBeLessThan(20);
    expect((await entriesOf(setup)).length).toBeLessThanOrEqual(passed);
  });
});

describe('the audit of open websockets', () => {
  let setup: Setup;
  beforeEach(async () => {
    setup = await setUp();
  });
  afterEach(() => setup.close());

  async function listen(token: string): Promise<SocketClient> {
    const client = new SocketClient(setup.url);
    await client.auth(token);
    return client;
  }

  it('says who opened one and what it tells', async () => {
    const clients = [
      await listen(setup.test.tokenFor('ADMIN')),
      await listen(setup.test.tokenFor('USER', 'web', ['Webint'])),
    ];
    for (const client of clients) await client.next('ready');
    const [admin, web] = await entriesOf(setup);
    expect(admin).toEqual([
      'PROFILE',
      'admin',
      'OK',
      { tells: expect.arrayContaining(['job.updated', 'profile.updated']) },
    ]);
    expect(web).toEqual([
      'PROFILE',
      'web',
      'OK',
      { tells: expect.not.arrayContaining(['job.updated', 'profile.updated']) },
    ]);
    for (const { socket } of clients) socket.terminate();
  });

  it('counts those that were refused', async () => {
    for (let n = 0; n < 5; n++) await (await listen(n % 2 ? 'a.b.c' : setup.test.serviceToken('jobs'))).closed;
    await expect(new SocketClient(setup.url, { origin: 'http://evil.example' }).opened()).rejects.toThrow('403');
    expect(await entriesOf(setup)).toEqual([
      ['PROFILE', 'anonymous', 'UNAUTHORIZED', {}],
      ['PROFILE', 'anonymous', 'FORBIDDEN', {}],
      ['PROFILE', 'anonymous', 'UNAUTHORIZED', expect.objectContaining({ call: 'websocket', refusals: 4 })],
    ]);
  });

  it('says whose was one too many, and counts how often that comes again', async () => {
    await setup.close();
    setup = await setUp({ edge: { socketsOfUser: 1 } });
    const bob = await listen(setup.test.tokenFor('USER', 'bob'));
    await bob.next('ready');
    for (let n = 0; n < 3; n++) expect(await (await listen(setup.test.tokenFor('USER', 'bob'))).closed).toBe(4429);
    expect(await entriesOf(setup)).toEqual([
      ['PROFILE', 'bob', 'OK', expect.anything()],
      ['PROFILE', 'bob', 'TOO_MANY_REQUESTS', {}],
      ['PROFILE', 'anonymous', 'TOO_MANY_REQUESTS', expect.objectContaining({ call: 'websocket', refusals: 2 })],
    ]);
    bob.socket.terminate();
  });
});
