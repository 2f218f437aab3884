import { expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { createServiceApp, route } from '@numscope/platform';
import { authed, createTestKit, stubClient } from '../src/index.ts';

it('lets a test call a service with a real token and see what it asked of others', async () => {
  const { kit, tokens, tokenFor, bus, close } = await createTestKit('users');
  const client = stubClient({
    revocations: ({ query }) => ({ revision: query.since + 1, users: [], keys: [...tokens.publicKeys()] }),
  });
  const app = createServiceApp(kit);
  route(app, calls.deleteUser, async () => {
    await client.call(calls.revocations, { query: { since: 4 } });
  });
  const answer = await authed(app, tokenFor('ADMIN')).call(calls.deleteUser, { params: { id: 'u1' } });
  expect(answer.statusCode).toBe(204);
  expect((await authed(app, tokenFor('USER')).call(calls.deleteUser, { params: { id: 'u1' } })).statusCode).toBe(403);
  expect((await authed(app, null).call(calls.deleteUser, { params: { id: 'u1' } })).statusCode).toBe(401);
  expect(client.madeTo('revocations').map((call) => call.query)).toMatchObject([{ since: 4 }]);
  expect((await bus.waitFor('audit.logged')).data).toMatchObject({
    username: 'admin',
    outcome: 'OK',
    args: { id: 'u1' },
  });
  await app.close();
  await close();
});
