import * as z from 'zod';
import * as apiKeys from '../accounts/api-keys.ts';
import * as auth from '../accounts/auth.ts';
import * as users from '../accounts/users.ts';
import { answersNothing, wholeNumberText } from '../schemas/values.ts';
import { callerNames } from '../lists.ts';
import { call } from './call.ts';

/** Less than any connection is left open on which nothing moves. */
const LONGEST_WAIT_MS = 30_000;

const own = { service: 'auth', access: 'signed-in', module: null } as const;
const ownRecorded = { ...own, audit: 'USER' } as const;
const ofGateway = { service: 'auth', access: 'service', services: ['gateway'], module: null } as const;

/** Who has logged in: the own account, its sessions, second factor and keys; and what our services ask of all that. */
export const accountCalls = {
  me: call({
    method: 'GET',
    path: '/api/auth/me',
    ...own,
    scope: 'any',
    answer: auth.Me,
    summary: 'The current user',
  }),
  changePassword: call({
    method: 'POST',
    path: '/api/auth/password',
    ...ownRecorded,
    body: auth.OwnPassword,
    ...answersNothing,
    summary: 'Change the own password',
  }),
  listSessions: call({
    method: 'GET',
    path: '/api/auth/session',
    ...ownRecorded,
    answer: z.array(auth.Session),
    summary: 'The own logins that still count, newest first',
  }),
  endSession: call({
    method: 'DELETE',
    path: '/api/auth/session/{id}',
    ...own,
    audit: 'LOGOUT',
    params: z.object({ id: z.string() }),
    ...answersNothing,
    summary: 'End one of the own logins',
  }),
  secondFactor: call({
    method: 'GET',
    path: '/api/auth/second-factor',
    ...own,
    answer: users.SecondFactor,
    summary: 'Whether the own account has a second factor',
  }),
  beginSecondFactor: call({
    method: 'POST',
    path: '/api/auth/second-factor',
    ...ownRecorded,
    body: auth.OwnFactorStart,
    answer: users.SecondFactorSecret,
    summary: 'Begin to set up a second factor: what an authenticator app needs',
  }),
  confirmSecondFactor: call({
    method: 'POST',
    path: '/api/auth/second-factor/confirm',
    ...ownRecorded,
    unrecorded: ['code'],
    body: auth.OwnFactorCode,
    answer: users.RecoveryCodes,
    summary: 'Turn the second factor on by its first code; the recovery codes are told this once',
  }),
  disableSecondFactor: call({
    method: 'POST',
    path: '/api/auth/second-factor/disable',
    ...ownRecorded,
    unrecorded: ['code'],
    body: auth.OwnFactorEnd,
    ...answersNothing,
    summary: 'Turn the own second factor off by the password and a code',
  }),
  listKeys: call({
    method: 'GET',
    path: '/api/auth/key',
    ...ownRecorded,
    answer: z.array(apiKeys.ApiKey),
    summary: 'The own API keys; for administrators also those of services',
  }),
  createKey: call({
    method: 'POST',
    path: '/api/auth/key',
    ...ownRecorded,
    body: apiKeys.ApiKeyDraft,
    answer: apiKeys.NewApiKey,
    status: 201,
    summary: 'Make an API key, which is shown this once; with a role one that belongs to no person, for administrators',
  }),
  deleteKey: call({
    method: 'DELETE',
    path: '/api/auth/key/{id}',
    ...ownRecorded,
    params: z.object({ id: z.string() }),
    ...answersNothing,
    summary: 'Revoke an API key',
  }),
  admitKey: call({
    method: 'POST',
    path: '/internal/auth/key',
    ...ofGateway,
    body: apiKeys.KeyAdmission,
    answer: apiKeys.KeyVerdict,
    repeatable: true,
    summary: 'A token for whoever brings an API key, told by its hash',
  }),
  noteActivity: call({
    method: 'POST',
    path: '/internal/auth/activity',
    ...ofGateway,
    body: auth.Activity,
    ...answersNothing,
    repeatable: true,
    summary: 'Which logins were used, and when last',
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
