import type { SocketMessage } from '@numscope/contracts';
import { callKey } from '@numscope/ui';
import type { QueryClient } from '@tanstack/react-query';

/** Whether a message says that what is shown of a number may not be how it is now. */
export const isNewsOf = (phone: string, message: SocketMessage): boolean =>
  message.type === 'ready' ||
  message.type === 'profiles.updated' ||
  (message.type === 'profile.updated' && message.data.phone === phone);

/** Asks anew for all that is shown of a number once the server tells news of it, or may have told before it was heard. */
export function hearOfProfile(client: QueryClient, phone: string, message: SocketMessage): void {
  if (!isNewsOf(phone, message)) return;
  for (const queryKey of [
    callKey('individualExport', { query: { phone } }),
    callKey('profileTimeline', { params: { phone } }),
    callKey('sameFace', { params: { phone } }),
  ])
    void client.invalidateQueries({ queryKey });
}
