import { apiError, calls, type OwnPassword } from '@numscope/contracts';
import type { AuditScope, Identity } from '@numscope/platform';
import type * as z from 'zod';
import type { AuthDeps } from '../deps.ts';

/**
 * Changes the caller's own password; users then says that the other sessions end.
 * @throws ApiError PASSWORD_REQUIRED, PASSWORD_RULE, BAD_CREDENTIALS (400) when the present password is another
 */
export async function changeOwnPassword(
  request: z.infer<typeof OwnPassword>,
  by: Identity | null,
  scope: { audit: AuditScope; requestId: string },
  { client, store }: AuthDeps,
): Promise<void> {
  if (!by) throw apiError('UNAUTHORIZED');
  if (!request.current || !request.password) throw apiError('PASSWORD_REQUIRED');
  const body = { userName: by.userName, current: request.current, password: request.password, keepIssuedAt: by.issuedAt };
  await client.call(calls.setPassword, { body, requestId: scope.requestId });
  const entry = scope.audit.take();
  await store.append(entry ? [entry] : []);
}
