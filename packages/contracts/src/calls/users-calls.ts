import * as z from 'zod';
import * as users from '../users.ts';
import { Nothing } from '../common.ts';
import { call } from './call.ts';

const ofAdministrators = { service: 'users', access: 'ADMIN', module: null, audit: 'USER' } as const;
const idRef = z.object({ id: z.string() });

/** The users. */
export const usersCalls = {
  searchUsers: call({
    method: 'POST',
    path: '/api/user/search',
    ...ofAdministrators,
    reads: true,
    body: users.UserSearch,
    answer: users.UserPage,
    summary: 'List users',
  }),
  createUser: call({
    method: 'POST',
    path: '/api/user',
    ...ofAdministrators,
    body: users.NewUser,
    answer: users.User,
    status: 201,
    summary: 'Create a user',
  }),
  updateUser: call({
    method: 'POST',
    path: '/api/user/{id}',
    ...ofAdministrators,
    params: idRef,
    body: users.ChangedUser,
    answer: users.User,
    summary: 'Change a user',
  }),
  deleteUser: call({
    method: 'DELETE',
    path: '/api/user/{id}',
    ...ofAdministrators,
    params: idRef,
    answer: Nothing,
    status: 204,
    summary: 'Delete a user',
  }),
  checkPassword: call({
    method: 'POST',
    path: '/internal/user/check',
    service: 'users',
    access: 'service',
    services: ['auth'],
    module: null,
    body: users.PasswordCheck,
    answer: users.PasswordVerdict,
    repeatable: true,
    summary: 'Check a password and note the login',
  }),
  userRights: call({
    method: 'POST',
    path: '/internal/user/rights',
    service: 'users',
    access: 'service',
    services: ['auth'],
    module: null,
    body: users.RightsQuestion,
    answer: users.RightsAnswer,
    repeatable: true,
    summary: 'What a user may do now',
  }),
  setPassword: call({
    method: 'POST',
    path: '/internal/user/password',
    service: 'users',
    access: 'service',
    services: ['auth'],
    module: null,
    body: users.PasswordChange,
    answer: Nothing,
    status: 204,
    summary: 'Change a password whose present one is known',
  }),
};
