import * as z from 'zod';
import * as auth from '../accounts/auth.ts';
import { answersNothing } from '../schemas/values.ts';
import { call } from './call.ts';

/** Whoever may make them has no token yet. */
const ofAnybody = { service: 'auth', access: 'public', module: null, costly: true } as const;

/** Logging in and out. */
export const signInCalls = {
  login: call({
    method: 'POST',
    path: '/api/auth/login',
    ...ofAnybody,
    audit: 'LOGIN',
    unrecorded: ['code'],
    body: auth.LoginRequest,
    answer: auth.LoginAnswer,
    summary: 'Log in',
  }),
  startProviderSignIn: call({
    method: 'POST',
    path: '/api/auth/oidc/start',
    ...ofAnybody,
    answer: auth.ProviderStart,
    summary: 'Begin to sign in by the identity provider: where to send the browser, and a cookie for the way back',
  }),
  finishProviderSignIn: call({
    method: 'POST',
    path: '/api/auth/oidc/callback',
    ...ofAnybody,
    audit: 'LOGIN',
    unrecorded: ['code', 'state'],
    body: auth.ProviderReturn,
    answer: auth.LoginAnswer,
    summary: 'Sign in by what the identity provider sent the browser back with',
  }),
  logout: call({
    method: 'POST',
    path: '/api/auth/logout/{username}',
    service: 'auth',
    access: 'signed-in',
    module: null,
    audit: 'LOGOUT',
    params: z.object({ username: z.string() }),
    ...answersNothing,
    summary: 'End every token of a user',
  }),
};
