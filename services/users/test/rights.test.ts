import { expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { authed } from '@numscope/testing';
import { aroundEach } from '@numscope/testing/around';
import { type House, openHouse } from './house.ts';

let house: House;
aroundEach(
  () => openHouse(),
  (opened) => (house = opened),
);

const rightsOf = async (id: string) =>
  calls.userRights.answer.parse((await house.internal.call(calls.userRights, { body: { id } })).json());

it('tells auth what a user may do now, and of when that is', async () => {
  const { id } = await house.create({ userName: 'egret', roles: ['ADMIN'] });
  const before = house.test.clock.now();
  const { user, asOf } = await rightsOf(id);
  expect(user).toMatchObject({ userName: 'egret', roles: ['ADMIN'], modules: ['Profiler'] });
  expect(asOf).toBeGreaterThanOrEqual(before);
  expect(asOf).toBeLessThanOrEqual(house.test.clock.now());
});

it('tells of nobody who is not there', async () => {
  expect(await rightsOf('nobody')).toMatchObject({ user: null });
});

it('lets no API key change a password with a user', async () => {
  const user = await house.create();
  const key = { id: 'k', shownAs: 'root [k]', scopes: ['users'] };
  const token = house.test.tokens.sign({ id: 'r', userName: 'root', roles: ['ADMIN'], modules: [], key }, 60);
  const program = authed(house.service.app, token);
  const change = (password: string | null) =>
    program.call(calls.updateUser, { params: { id: user.id }, body: { userName: 'bob', roles: ['USER'], password } });
  expect((await change('Other!River8')).json()).toMatchObject({ statusCode: 403, code: 'FORBIDDEN' });
  expect((await change(null)).statusCode).toBe(200);
});
