import { describe, expect, it } from '@jest/globals';
import { messages, type User } from '@numscope/contracts';
import { ApiFailure } from '@numscope/client';
import {
  changeOf,
  draftOf,
  emptyForm,
  faultsOf,
  formOf,
  refusedField,
  type UserForm,
} from '../src/features/users/user-form.ts';

const good: UserForm = {
  userName: 'l_okafor',
  password: 'Analyst!2026',
  confirm: 'Analyst!2026',
  roles: ['USER'],
  modules: ['Profiler'],
};

describe('checking a user while it is typed', () => {
  it('when all is right, then there is no fault', () => {
    expect(faultsOf(good, true)).toEqual({});
  });

  it('when nothing is typed, then each required field says its specified text', () => {
    expect(faultsOf({ ...emptyForm, roles: [], modules: [] }, true)).toEqual({
      userName: messages.usernameRequired,
      password: messages.passwordRequired,
      roles: messages.roleRequired,
      modules: messages.moduleRequired,
    });
  });

  it.each(['bad name', 'имя', 'a-b', 'x'.repeat(101)])(
    'when the name is %j, then its characters are wrong',
    (userName) => {
      expect(faultsOf({ ...good, userName }, true)).toEqual({ userName: messages.usernameCharacters });
    },
  );

  it.each(['short!A', 'alllower!2026', 'NoSpecial2026', 'Пароль!2026A', 'With blank!2A'])(
    'when the password is %j, then it breaks the rule',
    (password) => {
      expect(faultsOf({ ...good, password, confirm: password }, true)).toEqual({ password: messages.passwordRule });
    },
  );

  it('when the second password differs, then it says so', () => {
    expect(faultsOf({ ...good, confirm: 'Other!2026A' }, true)).toEqual({ confirm: messages.passwordConfirm });
  });

  it('when a known user keeps the password, then none is asked for and none is sent', () => {
    const user: User = {
      id: '1',
      userName: 'l_okafor',
      roles: ['USER'],
      modules: ['Webint'],
      createdTimestamp: 1,
      lastLogin: null,
      revision: 'a',
    };
    const form = formOf(user);
    expect(changeOf(user, form)).toEqual({ ...draftOf(form), revision: 'a' });
    expect(faultsOf(form, false)).toEqual({});
    expect(draftOf(form)).toEqual({ userName: 'l_okafor', roles: ['USER'], modules: ['Webint'] });
  });
});

describe('what the server refuses', () => {
  const refuse = (code: string) => refusedField(new ApiFailure({ status: 409, code, message: 'no' })).field;

  it('when it concerns a field, then it stands there', () => {
    expect(['USERNAME_TAKEN', 'PASSWORD_RULE', 'LAST_ADMIN', 'MODULE_REQUIRED'].map(refuse)).toEqual([
      'userName',
      'password',
      'roles',
      'modules',
    ]);
  });

  it('when the server says why, then that stands there too', () => {
    const details = [{ field: 'modules', message: 'unknown: Webmail' }];
    const failure = new ApiFailure({ status: 400, code: 'MODULE_REQUIRED', message: messages.moduleRequired, details });
    expect(refusedField(failure)).toEqual({
      field: 'modules',
      message: `${messages.moduleRequired}; unknown: Webmail`,
    });
  });

  it('when it concerns none, then it stands below the form', () => {
    expect(refuse('SERVICE_UNAVAILABLE')).toBeNull();
    expect(refusedField(new Error('broken'))).toEqual({ field: null, message: 'broken' });
  });
});
