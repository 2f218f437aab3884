import { ApiError, modules } from '@numscope/contracts';
import { SettingsError } from '@numscope/platform';
import * as z from 'zod';
import type { UsersDeps, UsersSettings } from '../deps.ts';
import { readUserName, refuseReserved } from '../domain/user-fields.ts';
import { generatePassword } from '../passwords/generate-password.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { readNewPassword } from '../passwords/read-new-password.ts';
import { newUser } from './new-user.ts';

const Details = z.array(z.object({ message: z.string() }));

/** A password made up here, to be shown once on the terminal and nowhere else. */
export interface GeneratedAdministrator {
  userName: string;
  password: string;
}

/** What a reader refuses, in words, with what else is known of it. */
async function faultOf(setting: string, read: () => unknown): Promise<string[]> {
  try {
    await read();
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const reasons = Details.safeParse(error.details).data ?? [];
    return [[`${setting}: ${error.message}`, ...reasons.map(({ message }) => message)].join('; ')];
  }
}

/** What is wrong with the first administrator of the settings, where there is no user yet. */
export async function firstAdministratorFaults({
  store,
  settings,
}: Pick<UsersDeps, 'store' | 'settings'>): Promise<string[]> {
  return (await store.isEmpty()) ? faultsOf(settings) : [];
}

async function faultsOf({ adminUsername, adminPassword }: UsersSettings): Promise<string[]> {
  const name = await faultOf('ADMIN_USERNAME', () => refuseReserved(readUserName(adminUsername)));
  const password =
    adminPassword === null ? [] : await faultOf('ADMIN_PASSWORD', () => readNewPassword(adminPassword, adminUsername));
  return [...name, ...password];
}

/**
 * Makes the first administrator where there is no user at all; of several processes that try, one does. Returns the
 * password if it was made up, else null: then it is the one of the settings, or was made before.
 * @throws SettingsError if the name or the password of the settings breaks its rule
 */
export async function ensureFirstAdministrator({
  store,
  settings,
  kit,
}: UsersDeps): Promise<GeneratedAdministrator | null> {
  if (!(await store.isEmpty())) return null;
  const faults = await faultsOf(settings);
  if (faults.length > 0) throw new SettingsError(faults);
  const { adminUsername: userName, adminPassword } = settings;
  const password = adminPassword ?? generatePassword();
  const passwordHash = await hashPassword(password);
  const rights = { roles: ['ADMIN' as const], modules: [...modules] };
  const created = await store.createFirst(newUser({ userName, passwordHash, provider: null, ...rights }, { kit }));
  return created && adminPassword === null ? { userName, password } : null;
}
