import { afterEach, describe, expect, it } from '@jest/globals';
import { calls, messages, passwordPattern } from '@numscope/contracts';
import { generatePassword } from '../src/passwords/generate-password.ts';
import { type Setup, setUp, PASSWORD } from './setup.ts';

let setup: Setup;
afterEach(() => setup.close());

const check = async (userName: string, password: string) =>
  (await setup.internal.call(calls.checkPassword, { body: { userName, password } })).json().user;

describe('the first administrator', () => {
  it('gets the password of the settings, which is shown to nobody and counts only then', async () => {
    setup = await setUp();
    expect(await setup.service.ensureFirstAdministrator()).toBeNull();
    setup.deps.settings.adminPassword = 'Another!2026';
    expect(await setup.service.ensureFirstAdministrator()).toBeNull();
    expect(await check('root', PASSWORD)).toMatchObject({ roles: ['ADMIN'], modules: ['Profiler', 'Webint'] });
    expect(await check('root', 'Another!2026')).toBeNull();
  });

  it('gets a password made up once, that works', async () => {
    setup = await setUp({ adminPassword: null });
    const made = await setup.service.ensureFirstAdministrator();
    expect(made).toEqual({ userName: 'root', password: expect.stringMatching(passwordPattern) });
    expect(await check('root', made?.password ?? '')).toMatchObject({ userName: 'root' });
    expect(await setup.service.ensureFirstAdministrator()).toBeNull();
  });

  it('is one, however many processes try at once, and only the maker shows a password', async () => {
    setup = await setUp({ adminPassword: null });
    const made = await Promise.all([1, 2, 3, 4].map(() => setup.service.ensureFirstAdministrator()));
    expect(made.filter((one) => one !== null)).toHaveLength(1);
    expect(await setup.all()).toHaveLength(1);
  });

  it('is refused with all faults of the settings together', async () => {
    setup = await setUp({ adminUsername: 'the admin', adminPassword: 'weak' });
    await expect(setup.service.ensureFirstAdministrator()).rejects.toMatchObject({
      name: 'SettingsError',
      faults: [`ADMIN_USERNAME: ${messages.usernameCharacters}`, `ADMIN_PASSWORD: ${messages.passwordRule}`],
    });
    expect(await setup.all()).toEqual([]);
  });

  it('never gets a made-up password that breaks the rule, nor the same twice', async () => {
    setup = await setUp();
    const passwords = Array.from({ length: 500 }, generatePassword);
    expect(passwords.filter((password) => !passwordPattern.test(password))).toEqual([]);
    expect(new Set(passwords).size).toBe(500);
  });
});
