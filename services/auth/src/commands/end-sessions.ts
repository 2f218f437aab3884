import type { OutgoingEvent } from '@numscope/platform';
import type { AuthContext } from '../deps.ts';
import type { Revocation } from '../domain/revocation.ts';

/** Ends sessions durably, in this process at once, and tells who waits for that. The events are kept with it. */
export async function endSessions(
  ended: Revocation[],
  events: OutgoingEvent[],
  { store, revocations, kit, news }: AuthContext,
): Promise<void> {
  await store.revoke(ended, kit.clock.now(), events);
  for (const { userName, notBefore, keepIssuedAt } of ended) revocations.revoke(userName, notBefore, keepIssuedAt);
  news.tell();
}
