import { afterEach, describe, expect, it } from '@jest/globals';
import { apiError, serviceNames } from '@numscope/contracts';
import { bearer, type Setup, shownSettings, setUp } from './setup.ts';

let setup: Setup;
afterEach(() => setup.close());
const get = (path: string, token?: string) => fetch(setup.url + path, { headers: token ? bearer(token) : {} });

describe('health', () => {
  it('says STARTING until all is ready, passes no call on before, then UP', async () => {
    setup = await setUp({ ready: false });
    const before = await get('/api/health-checker');
    expect({ status: before.status, body: await before.json() }).toEqual({ status: 503, body: { status: 'STARTING' } });
    expect((await get('/api/auth/me', setup.test.tokenFor('USER'))).status).toBe(503);
    setup.gateway.setReady();
    const after = await get('/api/health-checker');
    expect({ status: after.status, body: await after.json() }).toEqual({ status: 200, body: { status: 'UP' } });
    expect((await get('/api/auth/me', setup.test.tokenFor('USER'))).status).toBe(200);
  });

  it('says DOWN when a service is out of reach, and which', async () => {
    setup = await setUp();
    setup.services.healthBy('jobs', () => Promise.reject(new Error('connection refused')));
    expect((await get('/api/health-checker')).status).toBe(503);
    // The server itself answers for all else.
    expect((await get('/readyz')).status).toBe(200);
    const all = await get('/api/health-checker/all', setup.test.tokenFor('ADMIN'));
    const body = (await all.json()) as {
      status: string;
      services: Array<{ name: string; status: string; checks: unknown }>;
    };
    expect(all.status).toBe(200);
    expect(body.status).toBe('DOWN');
    expect(body.services.map(({ name }) => name).sort()).toEqual(['gateway', ...serviceNames].sort());
    expect(body.services.filter(({ status }) => status === 'DOWN')).toMatchObject([
      { name: 'jobs', checks: [{ name: 'reachable', status: 'DOWN', message: 'connection refused' }] },
    ]);
  });

  it('tells one service, and 404 for an unknown one; to administrators only', async () => {
    setup = await setUp();
    const admin = setup.test.tokenFor('ADMIN');
    expect(await (await get('/api/health-checker/users', admin)).json()).toMatchObject({
      name: 'users',
      status: 'UP',
      checks: [{ name: 'store' }],
    });
    expect((await get('/api/health-checker/nobody', admin)).status).toBe(404);
    expect((await get('/api/health-checker/all', setup.test.tokenFor('USER'))).status).toBe(403);
    expect((await get('/api/health-checker/all')).status).toBe(401);
  });

  it("records a signed-in caller's ping, and not the probes of machines", async () => {
    setup = await setUp();
    await get('/api/health-checker');
    await get('/api/health-checker', setup.test.tokenFor('USER', 'carol'));
    await setup.test.kit.audit.flush();
    expect(setup.test.bus.published('audit.logged').map(({ data }) => [data.actionType, data.username])).toEqual([
      ['PING', 'carol'],
    ]);
  });

  it('needs no token, and so asks nothing of one that does not count', async () => {
    setup = await setUp();
    const { test } = setup;
    setup.client.answer({
      admitKey: () => {
        throw apiError('UNAUTHORIZED');
      },
    });
    const user = { id: 'id-of-carol', userName: 'carol', roles: ['USER' as const], modules: [] };
    const expired = test.tokens.sign(user, 60, Date.now() - 3_600_000);
    const ended = test.tokenFor('USER', 'carol');
    test.revocations.revoke('carol', Date.now());
    for (const token of [expired, ended, 'nonsense', `nsk_${'x'.repeat(43)}`])
      expect([token, (await get('/api/health-checker', token)).status]).toEqual([token, 200]);
    await test.kit.audit.flush();
    expect(test.bus.published('audit.logged')).toEqual([]);
    expect((await get('/api/health-checker/all', ended)).status).toBe(401);
  });

  it('gives the console its settings before anybody has logged in', async () => {
    setup = await setUp();
    expect(await (await get('/api/console-settings')).json()).toEqual(shownSettings);
  });

  it.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-proto', 'x-forwarded-host'])(
    'does not take for this machine what a proxy on it passes on with %s',
    async (header) => {
      setup = await setUp({ metricsFrom: ['10.7.0.0/16'] });
      for (const remoteAddress of ['127.0.0.1', '10.7.0.1']) {
        const ask = (more: Record<string, string> = {}) =>
          setup.gateway.app.inject({ url: '/metrics', remoteAddress, headers: { [header]: '127.0.0.1', ...more } });
        expect((await ask()).statusCode).toBe(401);
        expect((await ask(bearer(setup.test.tokenFor('ADMIN')))).statusCode).toBe(200);
      }
    },
  );

  it('goes by what a trusted proxy says of the sender', async () => {
    setup = await setUp({ metricsFrom: ['10.7.0.0/16'], trustedProxies: ['loopback'] });
    const from = async (headers: Record<string, string>): Promise<number> =>
      (await setup.gateway.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1', headers })).statusCode;
    expect(await from({ 'x-forwarded-for': '203.0.113.5' })).toBe(401);
    expect(await from({ 'x-forwarded-for': '127.0.0.1, 203.0.113.5' })).toBe(401);
    expect(await from({ 'x-forwarded-for': '10.7.0.9' })).toBe(200);
    expect(await from({})).toBe(401);
  });

  it('shows metrics to this machine', async () => {
    setup = await setUp();
    expect(await (await get('/metrics')).text()).toContain('numscope_websocket_lines');
    expect((await get('/readyz')).status).toBe(200);
  });

  it("shows metrics to others only by an administrator's token, or where the settings name them", async () => {
    setup = await setUp({ metricsFrom: ['10.7.0.0/16', 'fd00::/8'] });
    const from = async (remoteAddress: string, token?: string): Promise<number> =>
      (await setup.gateway.app.inject({ url: '/metrics', remoteAddress, headers: token ? bearer(token) : {} }))
        .statusCode;
    expect(await from('10.8.0.1')).toBe(401);
    expect(await from('10.8.0.1', setup.test.tokenFor('USER'))).toBe(401);
    expect(await from('10.8.0.1', setup.test.tokenFor('ADMIN'))).toBe(200);
    for (const near of ['10.7.3.4', '::ffff:10.7.3.4', 'fd00::7', '::1', '::ffff:127.0.0.1'])
      expect(await from(near)).toBe(200);
  });
});
