import { expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { authed } from '@numscope/testing';
import { aroundEach } from '@numscope/testing/around';
import { type Setup, setUp } from './setup.ts';

let setup: Setup;
aroundEach(
  () => setUp(),
  (opened) => (setup = opened),
);

const rightsOf = async (id: string) =>
  calls.userRights.answer.parse((await setup.internal.call(calls.userRights, { body: { id } })).json());

it('tells auth what a user may do now, and of when that is', async () => {
  const { id } = await setup.create({ userName: 'egret', roles: ['ADMIN'] });
  const before = setup.test.clock.now();
  const { user, asOf } = await rightsOf(id);
  expect(user).toMatchObject({ userName: 'egret', roles: ['ADMIN'], modules: ['Profiler'] });
  expect(asOf).toBeGreaterThanOrEqual(before);
  expect(asOf).toBeLessThanOrEqual(setup.test.clock.now());
});

it('tells auth whether there is a user of a name, in whatever case', async () => {
  await setup.create({ userName: 'heron' });
  const known = async (userName: string) =>
    calls.isUser.answer.parse((await setup.internal.call(calls.isUser, { body: { userName } })).json()).known;
  expect([await known('Heron'), await known('hero')]).toEqual([true, false]);
});

it('tells of nobody who is not there', async () => {
  expect(await rightsOf('nobody')).toMatchObject({ user: null });
});

it('lets no API key change a password with a user', async () => {
  const user = await setup.create();
  const key = { id: 'k', shownAs: 'root [k]', scopes: ['users'] };
  const token = setup.test.tokens.sign({ id: 'r', userName: 'root', roles: ['ADMIN'], modules: [], key }, 60);
  const program = authed(setup.service.app, token);
  const change = (password: string | null) =>
    program.call(calls.updateUser, { params: { id: user.id }, body: { userName: 'bob', roles: ['USER'], password } });
  expect((await change('Other!River8')).json()).toMatchObject({ statusCode: 403, code: 'FORBIDDEN' });
  expect((await change(null)).statusCode).toBe(200);
});
