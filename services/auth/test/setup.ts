import { calls, type User } from '@numscope/contracts';
import type { Service } from '@numscope/platform';
import {
  authed,
  type Caller,
  createTestKit,
  openTestRecords,
  type StubClient,
  stubClient,
  type TestKit,
} from '@numscope/testing';
import type { LightMyRequestResponse } from 'fastify';
import { createAuthService } from '../src/app.ts';
import type { AuthDeps, AuthSettings } from '../src/deps.ts';
import { openAuthStore } from '../src/store/sqlite/index.ts';

export const PASSWORD = 'Sunrise!2026';

export const bob: User = {
  id: 'u1',
  userName: 'bob',
  roles: ['USER'],
  modules: ['Profiler'],
  createdTimestamp: 1,
  lastLogin: null,
};

export interface Setup {
  test: TestKit;
  deps: AuthDeps;
  service: Service;
  client: StubClient;
  login(body: unknown, address?: string): Promise<LightMyRequestResponse>;
  /** A new token of bob's, by login. */
  token(): Promise<string>;
  as(token: string | null): Caller;
  /** The status of `me` with this token: 200 while it counts. */
  me(token: string): Promise<number>;
}

/** One running auth service; several may stand on one kit, as after a restart. */
export async function setUp(test: TestKit, changed: Partial<AuthSettings> = {}): Promise<Setup> {
  // Users, as far as auth sees it: bob and his password, in whatever case the name comes.
  const client = stubClient({
    checkPassword: ({ body }) => ({
      user:
        body.userName.toLowerCase() === 'bob' && body.password === PASSWORD
          ? { ...bob, lastLogin: Math.max(Date.now(), body.after + 1) }
          : null,
      known: body.userName.toLowerCase() === 'bob',
    }),
    setPassword: () => undefined,
    isUser: ({ body }) => ({ known: body.userName.toLowerCase() === 'bob' }),
  });
  const settings: AuthSettings = {
    sessionHours: 12,
    idleMs: null,
    localLogin: true,
    provider: null,
    ...changed,
  };
  const deps: AuthDeps = {
    kit: test.kit,
    bus: test.bus,
    client,
    store: await openTestRecords(test, {
      sqlite: () => openAuthStore({ dataDir: test.dir, ...settings }),
      mongo: async (connection) =>
        (await import('../src/store/mongo/index.ts')).openAuthMongoStore(connection, {
          ...settings,
          log: test.kit.log,
        }),
    }),
    tokens: test.tokens,
    revocations: test.revocations,
    settings,
  };
  const service = await createAuthService(deps);
  await service.start();
  const as = (token: string | null): Caller => authed(service.app, token);
  const login = (body: unknown, address = '203.0.113.1') =>
    as(null).inject({
      method: 'POST',
      url: calls.login.path,
      remoteAddress: address,
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  return {
    test,
    deps,
    service,
    client,
    login,
    token: async () =>
      calls.login.answer.parse((await login({ username: 'bob', password: PASSWORD }, '203.0.113.200')).json())
        .accessToken,
    as,
    me: async (token) => (await as(token).call(calls.me)).statusCode,
  };
}

/** One auth service with a kit of its own; `close` ends both. */
export async function setUpAlone(changed: Partial<AuthSettings> = {}): Promise<Setup & { close(): Promise<void> }> {
  const test = await createTestKit('auth');
  const setup = await setUp(test, changed);
  return {
    ...setup,
    async close() {
      await setup.service.close();
      await test.close();
    },
  };
}
