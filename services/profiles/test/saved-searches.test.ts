import { describe, expect, it } from '@jest/globals';
import { aroundAll } from '@numscope/testing/around';
import { openDatabase } from '@numscope/adapters/sqlite';
import { calls } from '@numscope/contracts';
import { newIdAt, packDocument } from '@numscope/platform';
import { authed, buildObservation, type Caller, tempDir, userChangedEvent } from '@numscope/testing';
import { join } from 'node:path';
import { phoneTerm } from '../src/search/terms.ts';
import { openProfilesStore } from '../src/store/sqlite/index.ts';
import { migrations } from '../src/store/sqlite/schema.ts';
import { type Setup, setUp } from './setup.ts';

describe('saved searches', () => {
  let setup: Setup;
  aroundAll(setUp, (opened) => (setup = opened));

  const filter = { filters: { name: { values: ['anvar'], and: true } } };
  const listOf = async (who: 'user' | 'admin') => (await setup[who].call(calls.listSavedSearches)).json();

  it('are kept for their user alone, with an audit entry each', async () => {
    const created = await setup.user.call(calls.createSavedSearch, { body: { name: ' Все Anvar-1 ', filter } });
    expect(created.statusCode).toBe(201);
    expect(created.json()).toMatchObject({ name: 'Все Anvar-1', filter: { ...filter, page: 0, size: 15 } });
    expect(await listOf('user')).toEqual([created.json()]);
    expect(await listOf('admin')).toEqual([]);
    await setup.bus.waitFor(
      'audit.logged',
      ({ data }) => data.username === 'user' && data.details === calls.createSavedSearch.summary,
    );

    const params = { id: created.json().id };
    expect((await setup.admin.call(calls.deleteSavedSearch, { params })).statusCode).toBe(404);
    expect((await setup.user.call(calls.deleteSavedSearch, { params })).statusCode).toBe(204);
    expect(await listOf('user')).toEqual([]);
  });

  it('are renamed, and come back under their id when they were deleted, to their own user alone', async () => {
    const created = await setup.user.call(calls.createSavedSearch, { body: { name: 'Anvar', filter } });
    const params = { id: created.json().id };
    const put = (who: 'user' | 'admin', name = 'Anvar 2') =>
      setup[who].call(calls.putSavedSearch, { params, body: { name, filter } });
    expect((await put('admin')).json()).toMatchObject({ statusCode: 404, code: 'NOT_FOUND' });
    expect((await put('user', 'a/b')).json()).toMatchObject({ statusCode: 400, code: 'NAME_CHARACTERS' });
    expect(await listOf('user')).toEqual([created.json()]);
    expect((await put('user')).statusCode).toBe(200);
    expect(await listOf('user')).toMatchObject([{ id: params.id, name: 'Anvar 2' }]);

    await setup.user.call(calls.deleteSavedSearch, { params });
    expect(await listOf('user')).toEqual([]);
    expect((await put('user')).json()).toMatchObject({ id: params.id, name: 'Anvar 2' });
    expect(await listOf('user')).toMatchObject([{ id: params.id, name: 'Anvar 2', filter }]);
    expect((await put('admin')).statusCode).toBe(404);
    await setup.user.call(calls.deleteSavedSearch, { params });
  });

  it('tell our own services which of some numbers they find', async () => {
    const other = { firstName: 'Olga', lastName: 'Petrova', names: [{ name: 'Olga Petrova', type: 'OK' }] };
    const phones = ['+998901234501', '+998901234502', '+998901234503'];
    const [fits = '', not = ''] = phones;
    await setup.resolve(
      { phone: fits },
      { phone: not, observations: [buildObservation({ phone: not, fields: other })] },
    );
    const created = await setup.admin.call(calls.createSavedSearch, { body: { name: 'Anvar', filter } });
    const match = async (savedSearchId: string, owner: string) => {
      const caller = authed(setup.service.app, setup.serviceToken('sources'));
      return (await caller.call(calls.matchSavedSearch, { body: { savedSearchId, owner, phones } })).json();
    };
    const { id } = created.json();
    expect(await match(id, 'id-of-admin')).toEqual({ known: true, phones: [fits] });
    expect(await match(id, 'id-of-user')).toEqual({ known: false, phones: [] });
    await setup.admin.call(calls.deleteSavedSearch, { params: { id } });
    expect(await match(id, 'id-of-admin')).toEqual({ known: false, phones: [] });
  });

  it('find each number also where one of them stands in the profiles of thousands of others', async () => {
    const [shared, next] = ['+998901234601', '+998901234602'];
    const entry = (phone: string, phones: string[]) =>
      packDocument({
        phone,
        revision: 1,
        terms: { name: ['anvar'], phone: [phone, ...phones].map(phoneTerm) },
        sort: { name: 'anvar', timestamp: 0, confidence: 0 },
      });
    const others = Array.from({ length: 2500 }, (_none, n) => `+${998_901_000_000 + n}`);
    const own = [shared, next];
    await setup.index.upsert([
      ...others.map((phone) => entry(phone, [shared])),
      ...own.map((phone) => entry(phone, [])),
    ]);
    const created = await setup.admin.call(calls.createSavedSearch, { body: { name: 'Shared', filter } });
    const sources = authed(setup.service.app, setup.serviceToken('sources'));
    const body = { savedSearchId: created.json().id, owner: 'id-of-admin', phones: [next, '+998901234600', shared] };
    const matched = await sources.call(calls.matchSavedSearch, { body });
    expect(matched.json()).toEqual({ known: true, phones: [next, shared] });
    await setup.index.remove([...others, ...own]);
    await setup.admin.call(calls.deleteSavedSearch, { params: { id: created.json().id } });
  });

  it('need a name of allowed characters', async () => {
    expect((await setup.user.call(calls.createSavedSearch, { body: { name: 'a/b', filter } })).json()).toMatchObject({
      statusCode: 400,
      code: 'NAME_CHARACTERS',
      message: 'Name can only contain alphanumeric characters, spaces, hyphens and underscore',
    });
    expect((await setup.user.call(calls.createSavedSearch, { body: { filter } })).json()).toMatchObject({
      code: 'REQUIRED_PARAMETER',
    });
  });

  it('go with their user', async () => {
    await setup.user.call(calls.createSavedSearch, { body: { name: 'mine', filter } });
    await setup.bus.deliver(userChangedEvent('user', { userId: 'id-of-user', deleted: true }));
    expect(await listOf('user')).toEqual([]);
  });

  const of = (id: string, userName: string) =>
    authed(setup.service.app, setup.tokens.sign({ id, userName, roles: ['USER'], modules: ['Profiler'] }, 3600));
  const save = (who: Caller, name = 'mine') => who.call(calls.createSavedSearch, { body: { name, filter } });
  const names = async (who: Caller): Promise<string[]> =>
    (await who.call(calls.listSavedSearches)).json().map(({ name }: { name: string }) => name);

  it('stay the same user’s under another name, and are nobody’s who gets the former one', async () => {
    const [before, after, newcomer] = [of('u1', 'lena'), of('u1', 'helena'), of('u2', 'lena')];
    await save(before);
    await setup.bus.deliver(userChangedEvent('lena', { userId: 'u1' }));
    expect([await names(after), await names(newcomer)]).toEqual([['mine'], []]);
    const { id } = (await after.call(calls.listSavedSearches)).json()[0];
    expect((await newcomer.call(calls.deleteSavedSearch, { params: { id } })).statusCode).toBe(404);
    await save(newcomer, 'theirs');
    await setup.bus.deliver(userChangedEvent('lena', { userId: 'u2', deleted: true }));
    expect([await names(after), await names(newcomer)]).toEqual([['mine'], []]);
  });

  it('are a hundred at most, also when many come at once, with filters of 16 KB at most', async () => {
    const many = of('u3', 'keen');
    const answers = await Promise.all(Array.from({ length: 130 }, (_none, n) => save(many, `search ${n}`)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(100);
    expect(answers.find(({ statusCode }) => statusCode !== 201)?.json()).toMatchObject({
      statusCode: 422,
      code: 'TOO_MANY_SAVED_SEARCHES',
    });
    expect(await names(many)).toHaveLength(100);
    const params = { id: newIdAt(Date.now()) };
    const oneMore = await many.call(calls.putSavedSearch, { params, body: { name: 'one more', filter } });
    expect(oneMore.json()).toMatchObject({ statusCode: 422, code: 'TOO_MANY_SAVED_SEARCHES' });
    expect((await save(of('u4', 'other'))).statusCode).toBe(201);
    const large = { filters: { name: { values: Array.from({ length: 20 }, () => 'ä'.repeat(500)), and: false } } };
    const refused = await setup.user.call(calls.createSavedSearch, { body: { name: 'large', filter: large } });
    expect(refused.json()).toMatchObject({
      statusCode: 422,
      code: 'SAVED_SEARCH_TOO_LARGE',
      details: [{ field: 'filter' }],
    });
  });
});

describe('saved searches of before, which went by the name', () => {
  const AT = 1_700_000_000_000;
  const filter = JSON.stringify({ filters: {}, page: 0, size: 15 });

  it('become those of the user who had the name when they were saved', async () => {
    const dir = tempDir();
    const db = openDatabase({ path: join(dir.path, 'profiles.sqlite'), migrations: migrations.slice(0, 1) });
    const insert = db.prepare(
      'INSERT INTO saved_searches (id, user_name, name, filter, created) VALUES (?, ?, ?, ?, ?)',
    );
    for (const [id, name] of [
      ['s1', 'lena'],
      ['s2', 'ben'],
      ['s3', 'gone'],
    ])
      insert.run(String(id), String(name), 'mine', filter, AT);
    db.close();
    const store = await openProfilesStore({ dataDir: dir.path });
    const [lena, newcomer] = [newIdAt(AT - 1000), newIdAt(AT + 1000)];
    const idsOf = async (userId: string, userName: string): Promise<string[]> => {
      await store.adoptSearches({ userId, userName });
      return (await store.savedSearches(userId)).map(({ id }) => id);
    };
    expect(await idsOf(newcomer, 'ben')).toEqual([]);
    expect(await idsOf(lena, 'lena')).toEqual(['s1']);
    // Who is renamed takes them along before somebody else, also an older user, can have the name.
    const ben = newIdAt(AT - 500);
    await store.adoptSearches({ userId: ben, userName: 'ben' });
    expect([await idsOf(lena, 'ben'), await idsOf(ben, 'benjamin')]).toEqual([['s1'], ['s2']]);
    await store.dropSearchesOf({ userId: null, userName: 'gone' });
    expect(await idsOf(newIdAt(AT - 9), 'gone')).toEqual([]);
    await store.close();
    dir.remove();
  });
});
