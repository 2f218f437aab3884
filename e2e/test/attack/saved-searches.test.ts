import { expect, it } from '@jest/globals';
import { calls, type User } from '@numscope/contracts';
import { Api, RefusedError } from '../../src/calls/api.ts';
import { attacked } from '../../src/attack/attacked.ts';
import type { Product } from '../../src/product/product.ts';
import { sharedProductForAll } from '../../src/product/tested-product.ts';

const PASSWORD = 'Heron.Lagoon_41';

let product: Product;
let admin: Api;
sharedProductForAll((opened) => ({ product, admin } = opened), attacked);

const create = (userName: string): Promise<User> =>
  admin.call(calls.createUser, { body: { userName, password: PASSWORD, roles: ['USER'] } });
const rename = ({ id }: User, userName: string) =>
  admin.call(calls.updateUser, { params: { id }, body: { userName, roles: ['USER'] } });
const filter = { filters: { name: { values: ['anvar'], and: true } } };
const save = (who: Api, name: string, of: object = filter) =>
  who.call(calls.createSavedSearch, { body: { name, filter: of } });
const namesOf = async (who: Api): Promise<string[]> =>
  (await who.call(calls.listSavedSearches)).map(({ name }) => name);
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'OK',
    (error: unknown) => (error instanceof RefusedError ? `${error.status} ${error.body.code}` : String(error)),
  );

it('stay their user’s under another name, and are not read by who gets the former one', async () => {
  const lena = await create('lena');
  await save(await Api.login(product.url, 'lena', PASSWORD), 'of lena');
  await rename(lena, 'helena');
  await create('lena');
  const [newcomer, helena] = [
    await Api.login(product.url, 'lena', PASSWORD),
    await Api.login(product.url, 'helena', PASSWORD),
  ];
  expect([await namesOf(newcomer), await namesOf(helena)]).toEqual([[], ['of lena']]);
  const [own] = await helena.call(calls.listSavedSearches);
  expect(await codeOf(newcomer.call(calls.deleteSavedSearch, { params: { id: own?.id ?? '' } }))).toBe('404 NOT_FOUND');
});

it('are a hundred of a user, however many come at once, of 16 KB each', async () => {
  await create('keen');
  const keen = await Api.login(product.url, 'keen', PASSWORD);
  const codes = await Promise.all(Array.from({ length: 120 }, (_none, n) => codeOf(save(keen, `search ${n}`))));
  expect(codes.filter((code) => code !== 'OK')).toEqual(
    Array.from({ length: 20 }, () => '422 TOO_MANY_SAVED_SEARCHES'),
  );
  expect(await namesOf(keen)).toHaveLength(100);
  const large = { filters: { name: { values: Array.from({ length: 40 }, () => 'a'.repeat(500)), and: false } } };
  expect(await codeOf(save(admin, 'large', large))).toBe('422 SAVED_SEARCH_TOO_LARGE');
});
