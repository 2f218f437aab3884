import type { AuditBeginning, TrailState } from '@numscope/contracts';
import type { Checkpointer } from '../checkpoints/checkpointer.ts';
import { planCut } from '../checkpoints/keep-to-retention.ts';
import { type CheckpointSigner, isGenuine } from '../checkpoints/keys.ts';
import type { AuditStore } from '../store/audit-store.port.ts';

export interface TrailStateParts {
  store: AuditStore;
  signer: CheckpointSigner;
  checkpointer: Checkpointer;
  retentionDays: number | null;
  now: number;
}

/** What is known of the trail without reading it. */
export async function trailState({
  store,
  signer,
  checkpointer,
  retentionDays,
  now,
}: TrailStateParts): Promise<TrailState> {
  const [head, newest, checked, { cut: next, refusal }] = await Promise.all([
    store.head(),
    store.lastCheckpoint(),
    store.lastCheck(),
    planCut(store, signer.keys, retentionDays, now),
  ]);
  const checkpoint = newest && isGenuine(newest, signer.keys) ? newest : null;
  const lastSeq = head?.entries ?? 0;
  const begins: AuditBeginning | null =
    checkpoint?.begins && checkpoint.begins.seq === head?.begins.seq ? checkpoint.begins : null;
  return {
    entries: lastSeq - (head?.begins.seq ?? 0),
    lastSeq,
    begins,
    checkpoint,
    unvouched: Math.max(0, lastSeq - Math.max(checkpoint?.seq ?? 0, head?.begins.seq ?? 0)),
    refusal: head ? checkpointer.refusal : 'the head of the trail is gone',
    kid: signer.kid,
    checked,
    retention: { days: retentionDays, next, refusal },
  };
}
