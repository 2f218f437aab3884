import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calls, messages, type User, type UserSearch, type UserUpdate } from '@numscope/contracts';
import { authed } from '@numscope/testing';
import { type Setup, setUp, PASSWORD } from './setup.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await setUp();
  await setup.service.ensureFirstAdministrator();
});
afterAll(() => setup.close());

const draft = { userName: 'bob', password: PASSWORD, roles: ['USER'] };

describe('creating a user', () => {
  it('answers 201 with the user, without the password, in module Profiler unless said', async () => {
    const answer = await setup.admin.call(calls.createUser, { raw: { ...draft, userName: 'ann' } });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      id: expect.any(String),
      userName: 'ann',
      roles: ['USER'],
      modules: ['Profiler'],
      createdTimestamp: expect.any(Number),
      lastLogin: null,
      revision: expect.any(String),
    });
  });

  it.each([
    ['no name', { ...draft, userName: undefined, password: '' }, 400, 'USERNAME_REQUIRED', messages.usernameRequired],
    ['a blank name', { ...draft, userName: ' ' }, 400, 'USERNAME_REQUIRED', messages.usernameRequired],
    [
      'a name with other characters',
      { ...draft, userName: 'böb', password: '' },
      400,
      'USERNAME_CHARACTERS',
      messages.usernameCharacters,
    ],
    ['a name that is too long', { ...draft, userName: 'b'.repeat(101) }, 400, 'INVALID', messages.invalidData],
    ['no password', { ...draft, password: '', roles: [] }, 400, 'PASSWORD_REQUIRED', messages.passwordRequired],
    ['a weak password', { ...draft, password: 'sunrise!2026', roles: [] }, 400, 'PASSWORD_RULE', messages.passwordRule],
    ['no role', { ...draft, roles: [], modules: [] }, 400, 'ROLE_REQUIRED', messages.roleRequired],
    ['an unknown role', { ...draft, roles: ['KING'] }, 400, 'INVALID', messages.invalidData],
    ['no module', { ...draft, modules: [] }, 400, 'MODULE_REQUIRED', messages.moduleRequired],
    [
      'a name that somebody has in another case',
      { ...draft, userName: 'ROOT' },
      409,
      'USERNAME_TAKEN',
      messages.usernameTaken,
    ],
  ])('with %s answers the first fault in the order of the fields', async (_case, raw, statusCode, code, message) => {
    const before = await setup.all();
    const answer = await setup.admin.call(calls.createUser, { raw });
    expect(answer.json()).toMatchObject({ statusCode, code, message });
    expect(await setup.all()).toEqual(before);
  });

  it('adds the roles of the flags, each once', async () => {
    expect((await setup.create({ userName: 'flags', roles: ['USER'], admin: true, user: true })).roles).toEqual([
      'ADMIN',
      'USER',
    ]);
  });

  it('gives a name to one only when many ask for it at once', async () => {
    const answers = await Promise.all(
      ['Eve', 'eve', 'EVE', 'eVe'].map((userName) =>
        setup.admin.call(calls.createUser, { raw: { ...draft, userName } }),
      ),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409, 409, 409]);
  });

  it('writes the audit entry with the change, without the password', async () => {
    await setup.create({ userName: 'audited' });
    const { data } = await setup.test.bus.waitFor('audit.logged', (event) => event.data.args['userName'] === 'audited');
    expect(data).toMatchObject({ actionType: 'USER', username: 'root', outcome: 'OK', args: { password: '***' } });
  });
});

describe('listing users', () => {
  beforeAll(async () => {
    for (const userName of ['list_Zoe', 'List_anna', 'list_b_1', 'list_bx1']) await setup.create({ userName });
  });

  const names = async (body: UserSearch | object): Promise<string[]> => {
    const answer = await setup.admin.call(calls.searchUsers, { raw: body });
    return answer.json().content.map((user: User) => user.userName);
  };

  it('answers pages of 15 by name, in any case, from page 0', async () => {
    const all = await setup.all();
    const answer = await setup.admin.call(calls.searchUsers, { raw: {} });
    expect(answer.json()).toMatchObject({ totalElements: all.length, totalPages: 1, number: 0, size: 15 });
    expect(await names({ userName: 'list' })).toEqual(['List_anna', 'list_b_1', 'list_bx1', 'list_Zoe']);
    expect(await names({ userName: 'list', page: 1, size: 3 })).toEqual(['list_Zoe']);
  });

  it('finds by a part of the name, where _ is a letter like others', async () => {
    expect(await names({ userName: 'B_1' })).toEqual(['list_b_1']);
  });

  it('sorts by any column and refuses others', async () => {
    const sort = { field: 'createdTimestamp', direction: 'DESC' };
    expect((await names({ userName: 'list', sort })).slice(0, 1)).toEqual(['list_bx1']);
    const refused = await setup.admin.call(calls.searchUsers, {
      body: { sort: { field: 'password_hash', direction: 'ASC' } },
    });
    expect(refused.json()).toMatchObject({ statusCode: 400, code: 'INVALID', details: [{ field: 'sort.field' }] });
  });

  it('refuses a filter that it does not know, instead of listing everybody', async () => {
    const refused = await setup.admin.call(calls.searchUsers, { raw: { username: 'list' } });
    expect(refused.json()).toMatchObject({
      statusCode: 400,
      details: [{ message: expect.stringContaining('"username"') }],
    });
  });

  it('is for administrators only', async () => {
    const answer = await authed(setup.service.app, setup.test.tokenFor('USER')).call(calls.searchUsers, { body: {} });
    expect(answer.statusCode).toBe(403);
  });
});

describe('one user', () => {
  it('is answered by its id as the list has it, and is called by its name in the audit', async () => {
    const carl = await setup.create({ userName: 'carl' });
    const one = async (id: string, by = setup.admin) => by.call(calls.getUser, { params: { id } });
    expect((await one(carl.id)).json()).toEqual((await setup.all()).find(({ id }) => id === carl.id));
    await setup.test.bus.waitFor(
      'audit.logged',
      ({ data }) => data.details === 'One user' && data.args['userName'] === 'carl',
    );
    expect((await one('nobody')).json()).toMatchObject({ statusCode: 404, code: 'NOT_FOUND' });
    const user = authed(setup.service.app, setup.test.tokenFor('USER'));
    expect((await one(carl.id, user)).statusCode).toBe(403);
  });
});

describe('changing a user', () => {
  it('ends the sessions of who got other rights, and keeps password and modules that were not sent', async () => {
    const bob = await setup.create({ userName: 'promoted', modules: ['Webint'] });
    const answer = await setup.admin.call(calls.updateUser, {
      params: { id: bob.id },
      body: { userName: 'promoted', roles: ['ADMIN'] },
    });
    expect(answer.json()).toEqual({ ...bob, roles: ['ADMIN'], revision: expect.any(String) });
    expect(answer.json().revision).not.toBe(bob.revision);
    const { data } = await setup.test.bus.waitFor('user.changed', (event) => event.data.userName === 'promoted');
    expect(data).toMatchObject({ roles: ['ADMIN'], deleted: false });
    const check = await setup.internal.call(calls.checkPassword, {
      body: { userName: 'promoted', password: PASSWORD },
    });
    expect(check.json().user).toMatchObject({ id: bob.id });
  });

  it('tells nobody when nothing changed', async () => {
    const bob = await setup.create({ userName: 'same' });
    await setup.admin.call(calls.updateUser, { params: { id: bob.id }, body: { userName: 'same', roles: ['USER'] } });
    await setup.test.bus.waitFor('audit.logged', (event) => event.data.args['id'] === bob.id);
    expect(setup.test.bus.published('user.changed').filter((event) => event.data.userName === 'same')).toEqual([]);
  });

  it('tells of a new name by the old one, which the tokens carry', async () => {
    const bob = await setup.create({ userName: 'renamed' });
    await setup.admin.call(calls.updateUser, { params: { id: bob.id }, body: { userName: 'robert', roles: ['USER'] } });
    const { data } = await setup.test.bus.waitFor('user.changed', (event) =>
      ['renamed', 'robert'].includes(event.data.userName),
    );
    expect(data).toMatchObject({ userName: 'renamed', userId: bob.id });
  });

  it('refuses one that was made of an older revision, and leaves to the user what others gave or took meanwhile', async () => {
    const seen = await setup.create({ userName: 'stale', roles: ['ADMIN', 'USER'] });
    const change = async (body: UserUpdate) =>
      (await setup.admin.call(calls.updateUser, { params: { id: seen.id }, body })).json();
    const demoted = await change({ userName: 'stale', roles: ['USER'], revision: seen.revision });
    expect(demoted).toMatchObject({ roles: ['USER'] });
    const late = { userName: 'stale', roles: seen.roles, password: 'Evening!2026' };
    expect(await change({ ...late, revision: seen.revision })).toMatchObject({ statusCode: 409, code: 'USER_CHANGED' });
    expect((await setup.all()).find(({ id }) => id === seen.id)).toEqual(demoted);
    const check = await setup.internal.call(calls.checkPassword, { body: { userName: 'stale', password: PASSWORD } });
    expect(check.json().user).toMatchObject({ id: seen.id, revision: demoted.revision });
    // That login left the revision as it was; and whoever sends none changes the user as it is now.
    expect(await change({ ...late, roles: ['USER'], revision: demoted.revision })).toMatchObject({ roles: ['USER'] });
    expect(await change({ ...late, roles: ['ADMIN'] })).toMatchObject({ roles: ['ADMIN'] });
  });

  it('lets one of two through that were made of the same revision at once', async () => {
    const { id, revision } = await setup.create({ userName: 'twice' });
    const answers = await Promise.all(
      (['Webint', 'Profiler'] as const).map((module) =>
        setup.admin.call(calls.updateUser, {
          params: { id },
          body: { userName: 'twice', roles: ['ADMIN'], modules: [module], revision },
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'USER_CHANGED' });
  });

  it('refuses a taken name, a weak password and an unknown user', async () => {
    const bob = await setup.create({ userName: 'refused' });
    const change = async (id: string, raw: unknown) =>
      (await setup.admin.call(calls.updateUser, { params: { id }, raw })).json();
    expect(await change(bob.id, { ...draft, userName: 'Root' })).toMatchObject({
      statusCode: 409,
      code: 'USERNAME_TAKEN',
    });
    expect(await change(bob.id, { ...draft, password: 'weak' })).toMatchObject({
      statusCode: 400,
      code: 'PASSWORD_RULE',
    });
    expect(await change('nobody', draft)).toMatchObject({ statusCode: 404, code: 'NOT_FOUND' });
  });
});

describe('a login during a change', () => {
  it('is either of the rights before and older than the change, or of the rights after', async () => {
    const bob = await setup.create({ userName: 'racing' });
    const body = { userName: 'racing', password: PASSWORD };
    /** Where the processors are busy a turn to hash comes too late, and whoever waited for it comes again. */
    const check = async () => {
      for (;;) {
        const answer = await setup.internal.call(calls.checkPassword, { body });
        if (answer.statusCode !== 429) return answer;
      }
    };
    const [, ...answers] = await Promise.all([
      check().then(() =>
        setup.admin.call(calls.updateUser, { params: { id: bob.id }, body: { userName: 'racing', roles: ['ADMIN'] } }),
      ),
      ...Array.from({ length: 5 }, check),
    ]);
    const { data } = await setup.test.bus.waitFor('user.changed', (event) => event.data.userName === 'racing');
    for (const answer of answers) {
      const { user } = calls.checkPassword.answer.parse(answer.json());
      if (user?.roles[0] === 'USER') expect(user.lastLogin).toBeLessThanOrEqual(data.at);
      else expect(user?.roles).toEqual(['ADMIN']);
    }
  });
});

describe('a clock that was ahead and has gone back', () => {
  it('leaves logins and changes of a user in one order', async () => {
    const bob = await setup.create({ userName: 'early' });
    const hourAhead = Date.now() + 3_600_000;
    const logIn = async (after?: number) => {
      const answer = await setup.internal.call(calls.checkPassword, {
        raw: { userName: 'early', password: PASSWORD, after },
      });
      return calls.checkPassword.answer.parse(answer.json()).user?.lastLogin ?? 0;
    };
    const first = await logIn(hourAhead);
    expect(first).toBeGreaterThan(hourAhead);
    await setup.admin.call(calls.updateUser, { params: { id: bob.id }, body: { userName: 'early', roles: ['ADMIN'] } });
    const { data } = await setup.test.bus.waitFor('user.changed', (event) => event.data.userName === 'early');
    expect(data.at).toBeGreaterThanOrEqual(first);
    expect(await logIn()).toBeGreaterThan(data.at);
  });
});

describe('deleting a user', () => {
  it('answers 204, ends the sessions and forgets the user', async () => {
    const bob = await setup.create({ userName: 'deleted' });
    const answer = await setup.admin.call(calls.deleteUser, { params: { id: bob.id } });
    expect(answer.statusCode).toBe(204);
    const { data } = await setup.test.bus.waitFor('user.changed', (event) => event.data.userName === 'deleted');
    expect(data).toMatchObject({ userId: bob.id, deleted: true });
    expect((await setup.admin.call(calls.deleteUser, { params: { id: bob.id } })).statusCode).toBe(404);
  });
});

describe('the last administrator', () => {
  let alone: Setup;
  beforeAll(async () => {
    alone = await setUp();
    await alone.service.ensureFirstAdministrator();
  });
  afterAll(() => alone.close());

  it('cannot be deleted, neither by itself nor by others', async () => {
    const root = (await alone.all())[0]!;
    expect((await alone.admin.call(calls.deleteUser, { params: { id: root.id } })).json()).toMatchObject({
      statusCode: 409,
      code: 'OWN_USER',
    });
    const other = authed(alone.service.app, alone.test.tokenFor('ADMIN', 'former_admin'));
    expect((await other.call(calls.deleteUser, { params: { id: root.id } })).json()).toMatchObject({
      statusCode: 409,
      code: 'LAST_ADMIN',
    });
  });

  it('is left even when two strip each other at once', async () => {
    const eve = await alone.create({ userName: 'eve', roles: ['ADMIN'] });
    const root = (await alone.all()).find((user) => user.userName === 'root')!;
    const answers = await Promise.all(
      [eve, root].map(({ id, userName }) =>
        alone.admin.call(calls.updateUser, { params: { id }, body: { userName, roles: ['USER'] } }),
      ),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
    expect(answers.find((answer) => answer.statusCode === 409)?.json()).toMatchObject({ code: 'LAST_ADMIN' });
  });
});
