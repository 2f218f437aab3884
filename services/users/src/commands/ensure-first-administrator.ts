import { ApiError, modules } from '@numscope/contracts';
import { newId, SettingsError } from '@numscope/platform';
import type { UsersDeps, UsersSettings } from '../deps.ts';
import { readPassword, readUserName } from '../domain/user-fields.ts';
import { generatePassword } from '../passwords/generate-password.ts';
import { hashPassword } from '../passwords/password-hash.ts';

/** A password made up here, to be shown once on the terminal and nowhere else. */
export interface GeneratedAdministrator {
  userName: string;
  password: string;
}

function faultsOf({ adminUsername, adminPassword }: UsersSettings): string[] {
  const faultOf = (setting: string, read: () => unknown): string[] => {
    try {
      read();
      return [];
    } catch (error) {
      if (error instanceof ApiError) return [`${setting}: ${error.message}`];
      throw error;
    }
  };
  return [
    ...faultOf('ADMIN_USERNAME', () => readUserName(adminUsername)),
    ...(adminPassword === null ? [] : faultOf('ADMIN_PASSWORD', () => readPassword(adminPassword))),
  ];
}

/**
 * Makes the first administrator where there is no user at all; of several processes that try, one does. Returns the password if it was made
 * up, else null: then it is the one of the settings, or was made before.
 * @throws SettingsError if the name or the password of the settings breaks its rule
 */
export async function ensureFirstAdministrator({ store, settings, kit }: UsersDeps): Promise<GeneratedAdministrator | null> {
  if (!(await store.isEmpty())) return null;
  const faults = faultsOf(settings);
  if (faults.length > 0) throw new SettingsError(faults);
  const { adminUsername: userName, adminPassword } = settings;
  const password = adminPassword ?? generatePassword();
  const created = await store.createFirst({
    id: newId(),
    userName,
    passwordHash: await hashPassword(password),
    roles: ['ADMIN'],
    modules: [...modules],
    createdAt: kit.clock.now(),
    lastLogin: null,
    revision: 1,
  });
  return created && adminPassword === null ? { userName, password } : null;
}
