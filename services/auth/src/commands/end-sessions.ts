import type { OutgoingEvent } from '@numscope/platform';
import type { AuthDeps } from '../deps.ts';
import type { Revocation } from '../domain/revocation.ts';

/** Ends sessions durably, and in this process at once. The events are kept with it. */
export async function endSessions(
  ended: Revocation[],
  events: OutgoingEvent[],
  { store, revocations, kit }: AuthDeps,
): Promise<void> {
  await store.revoke(ended, kit.clock.now(), events);
  for (const { userName, notBefore, keepIssuedAt } of ended)
    revocations.revoke(userName, notBefore, keepIssuedAt ?? undefined);
}
