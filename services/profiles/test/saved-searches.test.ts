import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { outgoing } from '@numscope/platform';
import { type Setup, setUp } from './setup.ts';

describe('saved searches', () => {
  let setup: Setup;
  beforeAll(async () => {
    setup = await setUp();
  });
  afterAll(() => setup.close());

  const filter = { filters: { name: { values: ['anvar'], and: true } } };
  const listOf = async (who: 'user' | 'admin') => (await setup[who].call(calls.listSavedSearches)).json();

  it('are kept for their user alone, with an audit entry each', async () => {
    const created = await setup.user.call(calls.createSavedSearch, { body: { name: ' Все Anvar-1 ', filter } });
    expect(created.statusCode).toBe(201);
    expect(created.json()).toMatchObject({ name: 'Все Anvar-1', filter: { ...filter, page: 0, size: 15 } });
    expect(await listOf('user')).toEqual([created.json()]);
    expect(await listOf('admin')).toEqual([]);
    await setup.bus.waitFor('audit.logged', ({ data }) => data.username === 'user' && data.details === calls.createSavedSearch.summary);

    const params = { id: created.json().id };
    expect((await setup.admin.call(calls.deleteSavedSearch, { params })).statusCode).toBe(404);
    expect((await setup.user.call(calls.deleteSavedSearch, { params })).statusCode).toBe(204);
    expect(await listOf('user')).toEqual([]);
  });

  it('need a name of allowed characters', async () => {
    expect((await setup.user.call(calls.createSavedSearch, { body: { name: 'a/b', filter } })).json()).toMatchObject({
      statusCode: 400,
      code: 'NAME_CHARACTERS',
      message: 'Name can only contain alphanumeric characters, spaces, hyphens and underscore',
    });
    expect((await setup.user.call(calls.createSavedSearch, { body: { filter } })).json()).toMatchObject({ code: 'REQUIRED_PARAMETER' });
  });

  it('go with their user', async () => {
    await setup.user.call(calls.createSavedSearch, { body: { name: 'mine', filter } });
    const gone = { userName: 'user', at: Date.now(), roles: [], modules: [], deleted: true };
    await setup.bus.deliver(outgoing('user.changed', 'user', gone));
    expect(await listOf('user')).toEqual([]);
  });
});
