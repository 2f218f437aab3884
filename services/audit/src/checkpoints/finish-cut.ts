import type { Logger } from '@numscope/platform';
import type { AuditStore } from '../store/audit-store.port.ts';
import { isAsSigned } from './keep-to-retention.ts';
import { type CheckpointKeys, isGenuine } from './keys.ts';

/**
 * Removes the entries before the beginning that the newest genuine checkpoint names: the process that had it signed may
 * have ended before it removed them. They are checked once more, because a head that somebody tampered with and put back
 * looks the same.
 */
export async function finishCut(store: AuditStore, keys: CheckpointKeys, log: Logger): Promise<void> {
  const newest = await store.lastCheckpoint();
  const head = await store.head();
  if (!newest?.begins || !head || !isGenuine(newest, keys)) return;
  const { seq, begins } = newest;
  if (begins.seq <= head.begins.seq || seq > head.entries) return;
  if (await isAsSigned(store, begins)) await store.beginBehind({ seq: begins.seq, hash: begins.hash });
  // Else another instance has come to it, and removes what was being looked at.
  else if ((await store.head())?.begins.seq === head.begins.seq)
    log.error(
      { upTo: begins.seq },
      'old entries of the audit trail are not removed, as it was begun: they are not as they were written',
    );
}
