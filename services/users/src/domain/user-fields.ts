import { foldUserName } from '@numscope/contracts/account-rules';
import {
  apiError,
  type Module,
  modules,
  passwordPattern,
  reasonTexts,
  reservedUserNames,
  type Role,
  roles,
  type UserDraft,
  userNameMaxChars,
  userNamePattern,
} from '@numscope/contracts';

/** What a caller wants a user to be, checked. Null: keep what there is, or the default of a new user. */
export interface UserFields {
  userName: string;
  password: string | null;
  roles: Role[];
  modules: Module[] | null;
}

/** @throws ApiError USERNAME_REQUIRED, USERNAME_CHARACTERS, or INVALID for more than 100 characters */
export function readUserName(userName: string | null | undefined): string {
  if (!userName?.trim()) throw apiError('USERNAME_REQUIRED');
  if (!userNamePattern.test(userName)) throw apiError('USERNAME_CHARACTERS');
  if (userName.length > userNameMaxChars)
    throw apiError('INVALID', {
      details: [{ field: 'userName', message: `must have at most ${userNameMaxChars} characters` }],
    });
  return userName;
}

/** @throws ApiError USERNAME_TAKEN for a name that stands for something else where names are shown */
export function refuseReserved(userName: string): void {
  if (!reservedUserNames.includes(foldUserName(userName))) return;
  throw apiError('USERNAME_TAKEN', { message: reasonTexts.usernameReserved, details: [{ field: 'userName' }] });
}

/** @throws ApiError PASSWORD_REQUIRED or PASSWORD_RULE */
export function readPassword(password: string | null | undefined): string {
  if (!password) throw apiError('PASSWORD_REQUIRED');
  if (!passwordPattern.test(password)) throw apiError('PASSWORD_RULE');
  return password;
}

/** In the order of the closed list, each once. */
const inOrder = <T>(known: readonly T[], given: readonly T[]): T[] => known.filter((one) => given.includes(one));

/**
 * Checks name, password, roles and modules in this order; the first fault counts. Where the password may be absent, an
 * empty one is none.
 * @throws ApiError with the specified text of the field
 */
export function readUserFields(draft: UserDraft, passwordMayBeAbsent: boolean): UserFields {
  const userName = readUserName(draft.userName);
  const password = passwordMayBeAbsent && !draft.password ? null : readPassword(draft.password);
  const flagged: Role[] = [...(draft.admin ? (['ADMIN'] as const) : []), ...(draft.user ? (['USER'] as const) : [])];
  const wanted = inOrder(roles, [...(draft.roles ?? []), ...flagged]);
  if (wanted.length === 0) throw apiError('ROLE_REQUIRED');
  if (draft.modules?.length === 0) throw apiError('MODULE_REQUIRED');
  return { userName, password, roles: wanted, modules: draft.modules ? inOrder(modules, draft.modules) : null };
}
