import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calls, reasonTexts } from '@numscope/contracts';
import { type Setup, setUp, PASSWORD } from './setup.ts';

describe('who chooses a password or a name', () => {
  let setup: Setup;
  beforeAll(async () => {
    setup = await setUp();
  });
  afterAll(() => setup.close());

  const { passwordGuessed, passwordHasName, usernameReserved } = reasonTexts;
  const weak = (message: string) => ({
    statusCode: 400,
    code: 'PASSWORD_RULE',
    message,
    details: [{ field: 'password' }],
  });
  const draft = { userName: 'heron_b', password: PASSWORD, roles: ['USER'] };
  const create = async (raw: object) =>
    (await setup.admin.call(calls.createUser, { raw: { ...draft, ...raw } })).json();

  it('is told why a password is refused that obeys the rule, at creation, change and by the user itself', async () => {
    expect(await create({ password: 'Password1!' })).toMatchObject(weak(passwordGuessed));
    expect(await create({ password: 'My.H3ron_B1' })).toMatchObject(weak(passwordHasName));
    const { id } = await setup.create({ userName: 'heron_b' });
    const update = await setup.admin.call(calls.updateUser, {
      params: { id },
      raw: { ...draft, password: 'Welcome1!' },
    });
    expect(update.json()).toMatchObject(weak(passwordGuessed));
    const own = { userName: 'heron_b', current: PASSWORD, password: 'Qwerty123!' };
    expect((await setup.internal.call(calls.setPassword, { body: own })).json()).toMatchObject(weak(passwordGuessed));
  });

  it('gets no name that stands for something else, in whatever case', async () => {
    for (const userName of ['anonymous', 'System', 'SERVICE', 'numscope'])
      expect(await create({ userName })).toMatchObject({
        statusCode: 409,
        code: 'USERNAME_TAKEN',
        message: usernameReserved,
        details: [{ field: 'userName' }],
      });
    const { id } = await setup.create({ userName: 'plover' });
    const renamed = await setup.admin.call(calls.updateUser, {
      params: { id },
      raw: { ...draft, userName: 'Anonymous' },
    });
    expect(renamed.json()).toMatchObject({ statusCode: 409, code: 'USERNAME_TAKEN' });
  });

  it('keeps such a name from before, with which all goes on as it did', async () => {
    const { passwordHash } = (await setup.deps.store.findByName('heron_b'))!;
    const old = {
      id: 'old',
      userName: 'System',
      passwordHash,
      roles: ['USER' as const],
      provider: null,
      secondFactor: null,
      modules: [],
      createdAt: 1,
      lastLogin: null,
      revision: 1,
    };
    await setup.deps.store.create(old, []);
    const body = { userName: 'system', password: PASSWORD };
    expect((await setup.internal.call(calls.checkPassword, { body })).json()).toMatchObject({
      user: { id: 'old' },
      known: true,
    });
    const kept = await setup.admin.call(calls.updateUser, {
      params: { id: 'old' },
      raw: { userName: 'System', roles: ['ADMIN'] },
    });
    expect(kept.json()).toMatchObject({ id: 'old', userName: 'System', roles: ['ADMIN'] });
  });
});

describe('the first administrator of the settings', () => {
  it('gets neither such a name nor such a password', async () => {
    const setup = await setUp({ adminUsername: 'anonymous', adminPassword: 'Password1!' });
    await expect(setup.service.ensureFirstAdministrator()).rejects.toMatchObject({
      faults: [`ADMIN_USERNAME: ${reasonTexts.usernameReserved}`, `ADMIN_PASSWORD: ${reasonTexts.passwordGuessed}`],
    });
    await setup.close();
  });
});
