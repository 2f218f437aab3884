import { accountCalls } from './calls/account-calls.ts';
import { auditCalls } from './calls/audit-calls.ts';
import { gatewayCalls } from './calls/gateway-calls.ts';
import { imagesCalls } from './calls/images-calls.ts';
import { jobsCalls } from './calls/jobs-calls.ts';
import { privacyCalls } from './calls/privacy-calls.ts';
import { profilesCalls } from './calls/profiles-calls.ts';
import { signInCalls } from './calls/sign-in-calls.ts';
import { sourcesCalls } from './calls/sources-calls.ts';
import { usersCalls } from './calls/users-calls.ts';
import { webhookCalls } from './calls/webhook-calls.ts';
import type { Call } from './calls/call.ts';

export type { Call } from './calls/call.ts';
export { covers, type KeyNeed, keyNeedOf } from './calls/key-scope.ts';

/** The one table of all calls. */
export const calls = {
  ...signInCalls,
  ...accountCalls,
  ...usersCalls,
  ...jobsCalls,
  ...sourcesCalls,
  ...profilesCalls,
  ...imagesCalls,
  ...privacyCalls,
  ...webhookCalls,
  ...auditCalls,
  ...gatewayCalls,
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;

/** All paths under which a call answers: `/api/v2/x` and `/api/x` are one handler. */
export function pathsOf(definition: Call): string[] {
  const twins = definition.path.startsWith('/api/v2/')
    ? [definition.path, definition.path.replace('/api/v2/', '/api/')]
    : [definition.path];
  return [...twins, ...(definition.aliases ?? [])];
}
