import * as z from 'zod';
import * as auth from '../auth.ts';
import { Nothing, wholeNumberText } from '../common.ts';
import { callerNames } from '../lists.ts';
import { call } from './call.ts';

/** Less than any connection is left open on which nothing moves. */
const LONGEST_WAIT_MS = 30_000;

/** Logging in and out. */
export const authCalls = {
  login: call({
    method: 'POST',
    path: '/api/auth/login',
    service: 'auth',
    access: 'public',
    module: null,
    audit: 'LOGIN',
    body: auth.LoginRequest,
    answer: auth.LoginAnswer,
    summary: 'Log in',
  }),
  logout: call({
    method: 'POST',
    path: '/api/auth/logout/{username}',
    service: 'auth',
    access: 'signed-in',
    module: null,
    audit: 'LOGOUT',
    params: z.object({ username: z.string() }),
    answer: Nothing,
    status: 204,
    summary: 'End every token of a user',
  }),
  me: call({
    method: 'GET',
    path: '/api/auth/me',
    service: 'auth',
    access: 'signed-in',
    module: null,
    answer: auth.Me,
    summary: 'The current user',
  }),
  changePassword: call({
    method: 'POST',
    path: '/api/auth/password',
    service: 'auth',
    access: 'signed-in',
    module: null,
    audit: 'USER',
    body: auth.OwnPassword,
    answer: Nothing,
    status: 204,
    summary: 'Change the own password',
  }),
  jwks: call({
    method: 'GET',
    path: '/api/auth/.well-known/jwks.json',
    head: true,
    service: 'auth',
    access: 'public',
    module: null,
    answer: auth.JsonWebKeySet,
    summary: 'Public keys of the tokens',
  }),
  revocations: call({
    method: 'GET',
    path: '/internal/auth/revocations',
    service: 'auth',
    access: 'service',
    services: callerNames,
    module: null,
    query: z.object({
      since: wholeNumberText().default(0),
      keysId: z.string().max(64).default(''),
      waitMs: wholeNumberText(0, LONGEST_WAIT_MS).default(0),
    }),
    answer: auth.Revocations,
    summary: 'Which tokens no longer count; answered once there is news, after `waitMs` at the latest',
  }),
};
