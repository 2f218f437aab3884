import { calls, User, type UserDraft } from '@numscope/contracts';
import { authed, type Caller, createTestKit, openTestRecords, type TestKit } from '@numscope/testing';
import { createUsersService, SealedSecrets, type UsersService } from '../src/app.ts';
import type { UsersDeps, UsersSettings } from '../src/deps.ts';
import { openUserStore } from '../src/store/sqlite/index.ts';

export const PASSWORD = 'Sunrise!2026';

export interface Setup {
  test: TestKit;
  deps: UsersDeps;
  service: UsersService;
  /** Signed in as `root`, the first administrator. */
  admin: Caller;
  /** One of our own services. */
  internal: Caller;
  create(draft?: UserDraft): Promise<User>;
  all(): Promise<User[]>;
  close(): Promise<void>;
}

export async function setUp(settings: Partial<UsersSettings> = {}): Promise<Setup> {
  const test = await createTestKit('users');
  const deps: UsersDeps = {
    kit: test.kit,
    bus: test.bus,
    store: await openTestRecords(test, {
      sqlite: () => openUserStore({ dataDir: test.dir }),
      mongo: async (connection) =>
        (await import('../src/store/mongo/index.ts')).openUserMongoStore(connection, { log: test.kit.log }),
    }),
    secrets: new SealedSecrets([]),
    settings: { adminUsername: 'root', adminPassword: PASSWORD, ...settings },
  };
  const service = await createUsersService(deps);
  await service.start();
  const admin = authed(service.app, test.tokenFor('ADMIN', 'root'));
  return {
    test,
    deps,
    service,
    admin,
    // Such a token is good for less than five minutes, and a file of tests may take longer.
    get internal() {
      return authed(service.app, test.serviceToken('auth'));
    },
    async create(draft = {}) {
      const answer = await admin.call(calls.createUser, {
        body: { userName: 'bob', password: PASSWORD, roles: ['USER'], ...draft },
      });
      return User.parse(answer.json());
    },
    async all() {
      const answer = await admin.call(calls.searchUsers, { body: { size: 1000 } });
      return calls.searchUsers.answer.parse(answer.json()).content;
    },
    async close() {
      await service.close();
      await test.close();
    },
  };
}
