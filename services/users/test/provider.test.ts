import { describe, expect, it } from '@jest/globals';
import { calls, type Module, type Role, userNamePattern } from '@numscope/contracts';
import { aroundEach } from '@numscope/testing/around';
import * as fc from 'fast-check';
import { providerName } from '../src/domain/provider-name.ts';
import { type Setup, setUp, PASSWORD } from './setup.ts';

const issuer = 'https://id.example';
let setup: Setup;
aroundEach(setUp, (opened) => (setup = opened));

interface SignIn {
  subject?: string;
  name?: string;
  roles?: Role[];
  modules?: Module[];
}
const signIn = ({ subject = 's1', name = 'ann', roles = ['USER'], modules = ['Profiler'] }: SignIn = {}) =>
  setup.internal.call(calls.signInByProvider, { body: { issuer, subject, name, roles, modules } });
const signedIn = async (given: SignIn = {}) => calls.signInByProvider.answer.parse((await signIn(given)).json());

describe('somebody of an identity provider', () => {
  it('becomes a user at the first sign-in, and is the same one from then on, whatever the name', async () => {
    const first = await signedIn();
    expect(first).toMatchObject({ created: true, user: { userName: 'ann', roles: ['USER'], provider: issuer } });
    const again = await signedIn({ name: 'anna' });
    expect(again).toMatchObject({ created: false, user: { id: first.user.id, userName: 'ann' } });
    expect(again.user.lastLogin).toBeGreaterThan(0);
  });

  it('is one user when several sign-ins come at once', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => signedIn()));
    expect(new Set(all.map(({ user }) => user.id)).size).toBe(1);
    expect((await setup.all()).filter(({ userName }) => userName.startsWith('ann'))).toHaveLength(1);
  });

  it('never gets an account by having its name', async () => {
    const bob = await setup.create();
    const other = await signedIn({ name: 'BOB' });
    expect(other.user).toMatchObject({ userName: 'BOB_2' });
    expect(other.user.id).not.toBe(bob.id);
    expect((await signedIn({ subject: 's2', name: 'bob' })).user.userName).toBe('bob_3');
  });

  it('has the roles and modules of each sign-in, and a change of them ends the sessions of before', async () => {
    await signedIn();
    const changed = await signedIn({ roles: ['ADMIN', 'USER'], modules: [] });
    expect(changed.user).toMatchObject({ roles: ['ADMIN', 'USER'], modules: [] });
    const { data } = await setup.test.bus.waitFor('user.changed', (event) => event.data.userName === 'ann');
    expect(changed.user.lastLogin).toBeGreaterThan(data.at);
  });

  it('stays the last administrator, who is refused as something else', async () => {
    await signedIn({ roles: ['ADMIN'] });
    const root = (await setup.all()).find(({ userName }) => userName === 'root');
    await setup.admin.call(calls.updateUser, {
      params: { id: root?.id ?? '' },
      body: { userName: 'root', roles: ['USER'] },
    });
    expect((await signIn({ roles: ['USER'] })).json()).toMatchObject({ statusCode: 409, code: 'LAST_ADMIN' });
    expect((await signedIn({ roles: ['ADMIN'] })).user.roles).toEqual(['ADMIN']);
  });

  it('has no password and no second factor here, and gets none', async () => {
    const { user } = await signedIn();
    const check = await setup.internal.call(calls.checkPassword, { body: { userName: 'ann', password: PASSWORD } });
    expect(check.json()).toEqual({ user: null, known: true });
    const own = { userName: 'ann', current: PASSWORD, password: 'Sunrise!2027' };
    const refused = { statusCode: 409, code: 'PROVIDER_ACCOUNT' };
    expect((await setup.internal.call(calls.setPassword, { body: own })).json()).toMatchObject(refused);
    const factor = { id: user.id, password: PASSWORD };
    expect((await setup.internal.call(calls.startSecondFactor, { body: factor })).json()).toMatchObject(refused);
    const body = { userName: 'ann', password: 'Sunrise!2027', roles: ['USER' as const] };
    const byAdmin = await setup.admin.call(calls.updateUser, { params: { id: user.id }, body });
    expect(byAdmin.json()).toMatchObject(refused);
  });

  it('may be made anew after it was deleted', async () => {
    const { user } = await signedIn();
    await setup.admin.call(calls.deleteUser, { params: { id: user.id } });
    const again = await signedIn();
    expect(again.created).toBe(true);
    expect(again.user.id).not.toBe(user.id);
  });
});

it('names of a provider always become names that are allowed here', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.integer({ min: 1, max: 9999 }),
      (wanted, attempt) => {
        const name = providerName(wanted, attempt);
        expect(name).toMatch(userNamePattern);
        expect(name.length).toBeLessThanOrEqual(100);
      },
    ),
  );
  expect(['j.doe@example.com', 'Ольга', 'José', 'system', '__x__'].map((name) => providerName(name, 1))).toEqual([
    'j_doe_example_com',
    'user',
    'Jose',
    'user_system',
    'x',
  ]);
});
