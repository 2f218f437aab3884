import { translate } from '@numscope/ui';
import {
  messages,
  type Module,
  modules,
  type Role,
  roles,
  type User,
  type UserDraft,
  type UserUpdate,
  userNameMaxChars,
  userNamePattern,
  passwordPattern,
} from '@numscope/contracts';
import { ApiFailure } from '@numscope/client';
import { refusalText } from './refusal-text.ts';

/** What the form holds. */
export interface UserForm {
  userName: string;
  password: string;
  confirm: string;
  roles: Role[];
  modules: Module[];
}

export type UserField = keyof UserForm;
export type UserFaults = Partial<Record<UserField, string>>;

export const emptyForm: UserForm = { userName: '', password: '', confirm: '', roles: ['USER'], modules: ['Profiler'] };
export const formOf = (user: User): UserForm => ({
  userName: user.userName,
  password: '',
  confirm: '',
  roles: roles.filter((role) => user.roles.includes(role)),
  modules: modules.filter((module) => user.modules.includes(module)),
});

function passwordFault({ password }: UserForm, isNew: boolean): string | undefined {
  if (password === '') return isNew ? translate(messages.passwordRequired) : undefined;
  return passwordPattern.test(password) ? undefined : translate(messages.passwordRule);
}

function userNameFault({ userName }: UserForm): string | undefined {
  if (userName === '') return translate(messages.usernameRequired);
  return userNamePattern.test(userName) && userName.length <= userNameMaxChars
    ? undefined
    : translate(messages.usernameCharacters);
}

/**
 * What is wrong with a form, by its fields, in the specified texts. An existing user keeps the password when none is
 * typed.
 */
export function faultsOf(form: UserForm, isNew: boolean): UserFaults {
  const faults: Partial<Record<UserField, string | undefined>> = {
    userName: userNameFault(form),
    password: passwordFault(form, isNew),
    confirm: form.confirm === form.password ? undefined : translate(messages.passwordConfirm),
    roles: form.roles.length === 0 ? translate(messages.roleRequired) : undefined,
    modules: form.modules.length === 0 ? translate(messages.moduleRequired) : undefined,
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined));
}

/** The form as the server takes it; an untouched password is left out. */
export const draftOf = ({ userName, password, roles, modules }: UserForm): UserDraft => ({
  userName,
  roles,
  modules,
  ...(password === '' ? {} : { password }),
});

/** The form as a change of the user that it was opened on: refused where others changed that one meanwhile. */
export const changeOf = ({ revision }: User, form: UserForm): UserUpdate => ({ ...draftOf(form), revision });

const fieldOfCode: Readonly<Record<string, UserField>> = {
  USERNAME_REQUIRED: 'userName',
  USERNAME_CHARACTERS: 'userName',
  USERNAME_TAKEN: 'userName',
  PASSWORD_REQUIRED: 'password',
  PASSWORD_RULE: 'password',
  ROLE_REQUIRED: 'roles',
  LAST_ADMIN: 'roles',
  MODULE_REQUIRED: 'modules',
};

/**
 * At which field a refusal of the server belongs, with the reason that it gives beside the specified text; null: it
 * concerns none of them.
 */
export function refusedField(error: unknown): { field: UserField | null; message: string } {
  if (!(error instanceof ApiFailure))
    return { field: null, message: error instanceof Error ? error.message : String(error) };
  return { field: fieldOfCode[error.code] ?? null, message: refusalText(error) };
}
