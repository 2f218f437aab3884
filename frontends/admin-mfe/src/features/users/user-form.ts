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
} from '@numscope/contracts';
import { foundOf, newPasswordFault, refusedAt } from '../../components/form-faults.ts';

/** What the form holds. */
export interface UserForm {
  userName: string;
  password: string;
  confirm: string;
  roles: Role[];
  modules: Module[];
}

export type UserField = keyof UserForm;

export const emptyForm: UserForm = { userName: '', password: '', confirm: '', roles: ['USER'], modules: ['Profiler'] };
export const formOf = (user: User): UserForm => ({
  userName: user.userName,
  password: '',
  confirm: '',
  roles: roles.filter((role) => user.roles.includes(role)),
  modules: modules.filter((module) => user.modules.includes(module)),
});

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
export const faultsOf = (form: UserForm, isNew: boolean): Partial<Record<UserField, string>> =>
  foundOf({
    userName: userNameFault(form),
    password: isNew || form.password !== '' ? newPasswordFault(form.password) : undefined,
    confirm: form.confirm === form.password ? undefined : translate(messages.passwordConfirm),
    roles: form.roles.length === 0 ? translate(messages.roleRequired) : undefined,
    modules: form.modules.length === 0 ? translate(messages.moduleRequired) : undefined,
  } satisfies Record<UserField, string | undefined>);

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
export const refusedField = (error: Error) => refusedAt(error, fieldOfCode);
