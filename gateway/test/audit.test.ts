import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { bearer, type House, openHouse } from './gateway-house.ts';
import { SocketClient } from './socket-client.ts';

/** What the audit has once nothing is counted any more, as [user, outcome, arguments]. */
async function entriesOf(house: House): Promise<unknown[][]> {
  await house.test.kit.audit.close();
  return house.test.bus
    .published('audit.logged')
    .map(({ data }) => [data.actionType, data.username, data.outcome, data.args]);
}

describe.each([
  ['in its process', false],
  ['over HTTP', true],
])('the audit of calls to services %s', (_way, overHttp) => {
  let house: House;
  const open = async (rateLimit?: number): Promise<House> =>
    (house = await openHouse({ overHttp, ...(rateLimit === undefined ? {} : { rateLimit }) }));
  afterEach(() => house.close());

  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(house.url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });

  it('counts the refusals of callers without a token', async () => {
    await open();
    for (let n = 0; n < 20; n++) await post('/api/user', '{}');
    expect(await entriesOf(house)).toEqual([
      ['USER', 'anonymous', 'UNAUTHORIZED', {}],
      ['USER', 'anonymous', 'UNAUTHORIZED', expect.objectContaining({ call: 'createUser', refusals: 19 })],
    ]);
  });

  it('says whose call was refused for its body, whatever is wrong with it', async () => {
    await open();
    const admin = bearer(house.test.tokenFor('ADMIN'));
    const answers = [
      await post('/api/user', '{', admin),
      await post('/api/user', `"${'a'.repeat(2_000_000)}"`, admin),
      await post('/api/user', '<a/>', { ...admin, 'content-type': 'text/xml' }),
      await post('/api/user', '{"userName":["a"]}', admin),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 413, 415, 400]);
    expect(await entriesOf(house)).toEqual([
      ['USER', 'admin', 'INVALID', {}],
      ['USER', 'admin', 'BODY_TOO_LARGE', {}],
      ['USER', 'admin', 'UNSUPPORTED_TYPE', {}],
      ['USER', 'admin', 'INVALID', { fields: ['userName'] }],
    ]);
  });

  it('has nothing of what came too fast', async () => {
    await open(2);
    const paths = ['/api/user/1', '/api/auth/me', '/api/health-checker', '/api/none'];
    const headers = bearer(house.test.tokenFor('USER', 'bob'));
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_none, n) => fetch(house.url + paths[n % 4], { method: 'DELETE', headers })),
    );
    const passed = answers.filter(({ status }) => status !== 429).length;
    expect(passed).toBeLessThan(20);
    expect((await entriesOf(house)).length).toBeLessThanOrEqual(passed);
  });
});

describe('the audit of open websockets', () => {
  let house: House;
  beforeEach(async () => {
    house = await openHouse();
  });
  afterEach(() => house.close());

  async function listen(token: string): Promise<SocketClient> {
    const client = new SocketClient(house.url);
    await client.auth(token);
    return client;
  }

  it('says who opened one and what it tells', async () => {
    const clients = [
      await listen(house.test.tokenFor('ADMIN')),
      await listen(house.test.tokenFor('USER', 'web', ['Webint'])),
    ];
    for (const client of clients) await client.next('ready');
    const [admin, web] = await entriesOf(house);
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
    for (let n = 0; n < 5; n++) await (await listen(n % 2 ? 'a.b.c' : house.test.serviceToken('jobs'))).closed;
    await expect(new SocketClient(house.url, { origin: 'http://evil.example' }).opened()).rejects.toThrow('403');
    expect(await entriesOf(house)).toEqual([
      ['PROFILE', 'anonymous', 'UNAUTHORIZED', {}],
      ['PROFILE', 'anonymous', 'FORBIDDEN', {}],
      ['PROFILE', 'anonymous', 'UNAUTHORIZED', expect.objectContaining({ call: 'websocket', refusals: 4 })],
    ]);
  });

  it('says whose was one too many, and counts how often that comes again', async () => {
    await house.close();
    house = await openHouse({ edge: { socketsOfUser: 1 } });
    const bob = await listen(house.test.tokenFor('USER', 'bob'));
    await bob.next('ready');
    for (let n = 0; n < 3; n++) expect(await (await listen(house.test.tokenFor('USER', 'bob'))).closed).toBe(4429);
    expect(await entriesOf(house)).toEqual([
      ['PROFILE', 'bob', 'OK', expect.anything()],
      ['PROFILE', 'bob', 'TOO_MANY_REQUESTS', {}],
      ['PROFILE', 'anonymous', 'TOO_MANY_REQUESTS', expect.objectContaining({ call: 'websocket', refusals: 2 })],
    ]);
    bob.socket.terminate();
  });
});
